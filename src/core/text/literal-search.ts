import { foldCase } from "./fold-case.ts";
import { patternSteps } from "./pattern-steps.ts";

/** Where a text holds what was looked for: UTF-16 units. */
export interface Occurrence {
  readonly at: number;
  readonly length: number;
}

/** UTF-16 units of a query for which a regular expression is fast even where almost all of it is met everywhere. */
const short = 64;
const syntax = /[\\^$.*+?()[\]{}|/]/g;

/**
 * Makes a search for the first place where a text holds the query, whatever the case of the letters. Characters are
 * compared by Unicode's simple case folding, and a search takes linear time.
 * @param query not empty
 */
export function literalFinder(query: string): (text: string) => Occurrence | null {
  return query.length > short ? finderBySteps(query) : finderByPattern(query);
}

function finderByPattern(query: string): (text: string) => Occurrence | null {
  const pattern = new RegExp(query.replace(syntax, "\\$&"), "iu");
  return (text) => {
    const at = text.search(pattern);
    return at < 0 ? null : { at, length: query.length };
  };
}

function finderBySteps(query: string): (text: string) => Occurrence | null {
  const wanted = Uint32Array.from(query, (character) => foldCase(character.codePointAt(0) as number));
  const step = patternSteps(wanted);

  return (text) => {
    let matched = 0;
    for (let at = 0; at < text.length; ) {
      const point = text.codePointAt(at) as number;
      at += point > 0xffff ? 2 : 1;
      matched = step(matched, foldCase(point));
      // A character takes as many units as any other that it is equal to.
      if (matched === wanted.length) return { at: at - query.length, length: query.length };
    }
    return null;
  };
}
