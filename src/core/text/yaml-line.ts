import { readFlow, startsFlow } from "./yaml-flow.ts";

/** What a line's last node can still take: lines of its own, more plain text, what closes it, nothing. */
export type Rest = "nested" | "plain" | "open" | "whole" | "broken";

/** A key on one line. `name` is its text, null for a collection; its value begins at `end`. */
export interface Key {
  readonly name: string | null;
  readonly end: number;
}

const implicitKeyLength = 1024;

const blanks = /[ \t]*/y;
const tail = /[ \t]*(?:$|(?<=[ \t])#)/y;
const properties = /(?:(?:&[^ \t,[\]{}]+|!(?:<[^ \t>]+>|[^ \t,[\]{}<]*))(?:[ \t]+|$)){0,2}/y;
const alias = /\*[^ \t,[\]{}]+/y;
const blockHeader = /[|>](?:[1-9][+-]?|[+-][1-9]?)?(?=[ \t]|$)/y;
const plainStart = /[^ \t,[\]{}#&*!|>'"%@`?:-]|[?:-][^ \t]/y;
const plainStop = /:(?=[ \t]|$)|[ \t]#|$/g;
const colon = /[ \t]*:(?=[ \t]|$)/y;

/** Reads a key and its colon; null where there is none. */
export function readKey(line: string, from: number): Key | null {
  const node = readKeyNode(line, from);
  if (node === null || node.end - from > implicitKeyLength) return null;
  const end = after(colon, line, node.end);
  return end < 0 ? null : { name: node.name, end };
}

/** Reads what follows a `?`; null where that is not a key that the line holds whole. */
export function readExplicitKey(line: string, from: number): Key | null {
  const node = readKeyNode(line, after(blanks, line, from));
  return node !== null && isTail(line, node.end) ? node : null;
}

/** Reads what follows a key's colon; `closers` takes what has still to close. */
export function readValue(line: string, from: number, closers: string[]): Rest {
  const at = skipProperties(line, from);
  if (isTail(line, at)) return "nested";
  if (startsFlow(line, at)) return readOpen(line, at, closers);
  const header = after(blockHeader, line, at);
  if (header >= 0) return isTail(line, header) ? "nested" : "broken";
  const end = after(alias, line, at);
  if (end >= 0) return isTail(line, end) ? "whole" : "broken";
  return after(plainStart, line, at) < 0 ? "broken" : readPlain(line, at);
}

/** Reads a line of a plain scalar: a comment ends it, and a colon before a blank cannot stand in it. */
export function readPlain(line: string, from: number): Rest {
  const stop = plainEnd(line, from);
  if (stop === line.length) return "plain";
  return line[stop] === ":" ? "broken" : "whole";
}

/** Reads a quoted scalar or a flow collection, from its first character or, with `closers` left over, further on. */
export function readOpen(line: string, from: number, closers: string[]): Rest {
  const end = readFlow(line, from, closers);
  if (end < 0) return "broken";
  if (closers.length > 0) return "open";
  return isTail(line, end) ? "whole" : "broken";
}

/** Where the node begins that blanks, an anchor and a tag may stand before. */
export function skipProperties(line: string, from: number): number {
  return after(properties, line, after(blanks, line, from));
}

/** Whether only blanks and a comment follow. */
export function isTail(line: string, at: number): boolean {
  return after(tail, line, at) >= 0;
}

function readKeyNode(line: string, from: number): Key | null {
  const at = after(properties, line, from);
  if (startsFlow(line, at)) {
    const closers: string[] = [];
    const end = readFlow(line, at, closers);
    return end < 0 || closers.length > 0 ? null : { name: unquote(line.slice(at, end)), end };
  }
  if (after(plainStart, line, at) < 0) return null;
  const stop = plainEnd(line, at);
  return { name: trimBlanks(line.slice(at, stop)), end: stop };
}

/** The text of a quoted scalar, of whose escapes those are resolved that can spell a word; null for a collection. */
function unquote(node: string): string | null {
  const inner = node.slice(1, -1);
  if (node.startsWith("'")) return inner.replaceAll("''", "'");
  if (!node.startsWith('"')) return null;
  return inner.replace(/\\(x..|u....|U.{8}|.)/g, (escape, code: string) =>
    code.length === 1 ? escape : String.fromCodePoint(Number.parseInt(code.slice(1), 16)),
  );
}
