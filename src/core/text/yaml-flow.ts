import { matchEnd, nextMatch } from "./match.ts";

const closerOf: Readonly<Record<string, string>> = { '"': '"', "'": "'", "[": "]", "{": "}" };

const validEscape = /\\(?:[0abt\tnvfre "/\\N_LP]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U00(?:0[\da-fA-F]|10)[\da-fA-F]{4})/;
const quoteStops: Readonly<Record<string, RegExp>> = {
  '"': new RegExp(`${validEscape.source}|["\\\\]`, "g"),
  "'": /''?/g,
};

const comment = /(?<![^ \t])#.*/sy;
const filler = /[ \t,]+|[?:-](?=[ \t,[\]{}]|$)|[&*!][^ \t,[\]{}]*/y;
const adjacentColon = /[ \t]*:?/y;
const plainStart = /[^\]}#|>%@`]/y;
const plainStop = /[,[\]{}]|:(?=[ \t,[\]{}]|$)|[ \t]#/g;

/** Whether a quoted scalar or a flow collection begins here. */
export function startsFlow(line: string, at: number): boolean {
  return line.charAt(at) in closerOf;
}

/**
 * Reads a quoted scalar or a flow collection (YAML 1.2.2, chapter 7) as far as the line goes. Of a collection only what
 * opens and closes in it is looked at.
 * @param closers what has still to close, innermost last: none at the node's first character; changed in place
 * @returns where the node ends, the line's end when closers are left, -1 where it breaks
 */
export function readFlow(line: string, from: number, closers: string[]): number {
  let at = from;
  while (at >= 0 && at < line.length) {
    at = readToken(line, at, closers);
    if (closers.length === 0) break;
  }
  return at;
}

function readToken(line: string, at: number, closers: string[]): number {
  const inner = closers.at(-1) ?? "";
  const stops = quoteStops[inner];
  if (stops !== undefined) return readQuoted(line, at, closers, stops);

  const char = line.charAt(at);
  const closer = closerOf[char];
  if (closer !== undefined) {
    closers.push(closer);
    return at + 1;
  }
  if (char === inner) return close(line, at + 1, closers);
  if (char === "#") return matchEnd(comment, line, at);
  const end = matchEnd(filler, line, at);
  if (end >= 0) return end;
  return matchEnd(plainStart, line, at) < 0 ? -1 : nextMatch(plainStop, line, at);
}

/** Reads on to the closing quote. A backslash may stand alone only where it joins the line to the next. */
function readQuoted(line: string, from: number, closers: string[], stops: RegExp): number {
  stops.lastIndex = from;
  for (let stop = stops.exec(line); stop !== null; stop = stops.exec(line)) {
    if (stop[0] === closers.at(-1)) return close(line, stops.lastIndex, closers);
    if (stop[0] === "\\" && stops.lastIndex < line.length) return -1;
  }
  return line.length;
}

/** Within a collection the colon may follow a quote or a bracket closely, and its value the colon. */
function close(line: string, at: number, closers: string[]): number {
  closers.pop();
  return closers.length === 0 ? at : matchEnd(adjacentColon, line, at);
}
