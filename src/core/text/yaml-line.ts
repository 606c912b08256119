import { matchEnd, nextMatch } from "./match.ts";
import { readFlow, startsFlow } from "./yaml-flow.ts";

/** What the node at the end of a line can take from the lines below. */
export type Rest =
  /** List items and whatever is indented. */
  | "nested"
  /** Whatever is indented: it is a block scalar. */
  | "text"
  /** More words. */
  | "plain"
  /** What closes it. */
  | "open"
  /** Nothing. */
  | "whole"
  | "broken";

/** A key that stands on one line. `name` is its text, null for a collection; `end` is where its value begins. */
export interface Key {
  readonly name: string | null;
  readonly end: number;
}

/** YAML's limit for a key and its properties, in characters. */
const keyLength = 1024;

const blanks = /[ \t]*/y;
const tail = /[ \t]*(?:$|(?<=[ \t])#)/y;
const properties = /(?:(?:&[^ \t,[\]{}]+|!(?:<[^ \t>]+>|[^ \t,[\]{}<]*))(?:[ \t]+|$)){0,2}/y;
const alias = /\*[^ \t,[\]{}]+/y;
const blockHeader = /[|>](?:[1-9][+-]?|[+-][1-9]?)?(?=[ \t]|$)/y;
const plainStart = /[^ \t,[\]{}#&*!|>'"%@`?:-]|[?:-][^ \t]/y;
const plainStop = /:(?=[ \t]|$)|[ \t]#/g;
const colon = /[ \t]*:(?=[ \t]|$)/y;

/** Reads a key and its colon; null where there is none. */
export function readKey(line: string, from: number): Key | null {
  const node = readKeyNode(line, from);
  if (node === null) return null;
  const end = matchEnd(colon, line, node.end);
  return end < 0 ? null : { name: node.name, end };
}

/** Reads the key after a `?`; null unless it ends with the line. */
export function readExplicitKey(line: string, from: number): Key | null {
  const node = readKeyNode(line, matchEnd(blanks, line, from));
  return node !== null && isTail(line, node.end) ? node : null;
}

/** Reads what stands after a key's colon. `closers` takes what an open value waits for. */
export function readValue(line: string, from: number, closers: string[]): Rest {
  const at = skipProperties(line, from);
  if (isTail(line, at)) return "nested";
  if (startsFlow(line, at)) return readOpen(line, at, closers);
  if (matchEnd(plainStart, line, at) >= 0) return readPlain(line, at);
  const header = matchEnd(blockHeader, line, at);
  if (header >= 0) return isTail(line, header) ? "text" : "broken";
  return isTail(line, matchEnd(alias, line, at)) ? "whole" : "broken";
}

/** Reads words of a plain scalar: a comment ends it, and no colon with a blank after it may stand in it. */
export function readPlain(line: string, from: number): Rest {
  const stop = nextMatch(plainStop, line, from);
  if (stop === line.length) return "plain";
  return line[stop] === ":" ? "broken" : "whole";
}

/** Reads a quoted scalar or a flow collection from its beginning or, with `closers` left of an earlier line, on. */
export function readOpen(line: string, from: number, closers: string[]): Rest {
  const end = readFlow(line, from, closers);
  if (closers.length > 0 && end >= 0) return "open";
  return isTail(line, end) ? "whole" : "broken";
}

/** Where a node begins that has blanks, an anchor and a tag before it. */
export function skipProperties(line: string, from: number): number {
  return matchEnd(properties, line, matchEnd(blanks, line, from));
}

/** Whether only blanks and a comment follow. Nothing follows -1, where a reader found no node. */
export function isTail(line: string, at: number): boolean {
  return at >= 0 && matchEnd(tail, line, at) >= 0;
}

function readKeyNode(line: string, from: number): Key | null {
  const at = matchEnd(properties, line, from);
  if (startsFlow(line, at)) {
    const closers: string[] = [];
    const end = readFlow(line, at, closers);
    if (end < 0 || closers.length > 0 || end - from > keyLength) return null;
    return { name: unquote(line.slice(at, end)), end };
  }
  if (matchEnd(plainStart, line, at) < 0) return null;
  let end = nextMatch(plainStop, line, at);
  while (" \t".includes(line.charAt(end - 1))) end--;
  return end - from > keyLength ? null : { name: line.slice(at, end), end };
}

/** The text of a quoted scalar, of whose escapes those are resolved that can spell a word; null for a collection. */
function unquote(node: string): string | null {
  const inner = node.slice(1, -1);
  if (node.startsWith("'")) return inner.replaceAll("''", "'");
  if (!node.startsWith('"')) return null;
  return inner.replace(/\\(x..|u....|U.{8}|.)/g, (written, code: string) =>
    code.length === 1 ? written : String.fromCodePoint(Number.parseInt(code.slice(1), 16)),
  );
}
