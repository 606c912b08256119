import { limits } from "../limits.ts";
import { type Refusal, refuse } from "../refusal.ts";
import { readBlock } from "./frontmatter-block.ts";
import { afterBom } from "./frontmatter-range.ts";

export type StampAnswer =
  | { readonly ok: true; readonly content: string }
  | { readonly ok: false; readonly refusal: Refusal };

interface Line {
  readonly at: number;
  readonly text: string;
  readonly eol: string;
}

const key = "wyrd_lineage";
const openingFence = /^---[ \t]*$/;
const closingFence = /^(?:---|\.\.\.)[ \t]*$/;
const lineEnd = /\r\n|[\r\n]|$/g;

/**
 * The projection as single-line JSON that YAML parsers, of 1.2 and of 1.1, load as an equal value. Up to U+FFFF all but
 * printable ASCII is escaped; what is above stands as it is, because parsers disagree about escaped surrogate pairs.
 */
export function projectLineage(projection: object): string {
  return JSON.stringify(projection).replace(
    /[^\x20-\x7e\u{10000}-\u{10ffff}]/gu,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * Puts `wyrd_lineage: value` above the closing fence of the content's frontmatter or, where there is none, into a new one
 * before the content. Every other character stays as it is. Reads no further than line 200, in linear time.
 * @param value YAML of one line
 * @returns the stamped content; `FRONTMATTER_CONFLICT` or `FRONTMATTER_INVALID` at `/content`
 */
export function stampFrontmatter(content: string, value: string): StampAnswer {
  const keyLine = `${key}: ${value}`;
  const [opening, ...below] = readHead(content);
  if (opening === undefined || !openingFence.test(opening.text)) return prepend(content, keyLine);

  const fence = below.findIndex((line) => closingFence.test(line.text));
  const closing = below[fence];
  const inner = closing === undefined ? below : below.slice(0, fence);
  const block = readBlock(
    inner.map((line) => line.text),
    key,
  );
  if (block === "prose" || (block === "empty" && closing === undefined)) return prepend(content, keyLine);
  if (closing === undefined) return invalid("unclosed");
  switch (block) {
    case "conflict":
      return conflict("key");
    case "flow":
      return conflict("flow");
    case "broken":
      return invalid("no_room");
    case "empty":
    case "mapping":
      if ([opening, ...inner, closing].some(endsInLoneCr)) return invalid("no_room");
      return insert(content, closing.at, keyLine + (closing.eol || (inner.at(-1) ?? opening).eol));
  }
}

/** The lines in which a frontmatter has to close; none when the content does not begin with a fence. */
function readHead(content: string): Line[] {
  const lines: Line[] = [];
  let at = afterBom(content);
  if (!content.startsWith("---", at)) return lines;
  for (const end of content.matchAll(lineEnd)) {
    lines.push({ at, text: content.slice(at, end.index), eol: end[0] });
    at = end.index + end[0].length;
    if (at === content.length || lines.length === limits.frontmatterLines) break;
  }
  return lines;
}

/** YAML and Markdown both end a line at a lone CR, but not every parser does: no key line could suit them all. */
function endsInLoneCr(line: Line): boolean {
  return line.eol === "\r";
}

/** The new block's lines end like the content's first, in LF or CRLF: a lone CR does not count. */
function prepend(content: string, keyLine: string): StampAnswer {
  const eol = /\r?\n/.exec(content)?.[0] ?? "\n";
  return insert(content, afterBom(content), ["---", keyLine, "---", ""].join(eol));
}

function insert(content: string, at: number, text: string): StampAnswer {
  return { ok: true, content: content.slice(0, at) + text + content.slice(at) };
}

function conflict(problem: "key" | "flow"): StampAnswer {
  return { ok: false, refusal: refuse("FRONTMATTER_CONFLICT", { problem }, "/content") };
}

function invalid(problem: "unclosed" | "no_room"): StampAnswer {
  return { ok: false, refusal: refuse("FRONTMATTER_INVALID", { problem }, "/content") };
}
