import { matchEnd } from "./match.ts";

/** A place in a line: its index, and its column with tab stops every four. */
interface Place {
  readonly at: number;
  readonly column: number;
}

interface Fence {
  readonly mark: string;
  readonly length: number;
  /** Where the contents of the list item begin that it stands in; 0 outside lists. */
  readonly inner: number;
}

const listMarker = /(?:[-*+]|\d{1,9}[.)])(?=\s|$)/y;
const openingFence = /(?:`{3,}(?=[^`]*$)|~{3,})/y;
const lineRest = /[ \t]*\r?\n?$/y;

/**
 * Tells of each line of a Markdown text, fed in order with its end, whether it belongs to a fenced code block (CommonMark
 * 0.31, 4.5). A fence in a list item is indented with it, and its block ends with the item. A list marker counts at any
 * indentation.
 */
export function codeFences(): (line: string) => boolean {
  /** For each list item that is open, the column at which its contents begin. */
  const items: number[] = [];
  let fence: Fence | null = null;

  return (line) => {
    const start = skipBlanks(line, { at: 0, column: 0 });
    if (matchEnd(lineRest, line, start.at) >= 0) return fence !== null;
    if (fence !== null && start.column >= fence.inner) {
      if (closes(line, start, fence)) fence = null;
      return true;
    }
    while ((items.at(-1) ?? 0) > start.column) items.pop();
    fence = readOpening(line, openItems(line, start, items), items.at(-1) ?? 0);
    return fence !== null;
  };
}

/** Notes the list items that begin in a line, and tells where the contents of the last one begin. */
function openItems(line: string, start: Place, items: number[]): Place {
  let place = start;
  for (let end = matchEnd(listMarker, line, place.at); end >= 0; end = matchEnd(listMarker, line, place.at)) {
    const after = place.column + end - place.at;
    place = skipBlanks(line, { at: end, column: after });
    const isIndented = place.column > after + 4 || matchEnd(lineRest, line, end) >= 0;
    items.push(isIndented ? after + 1 : place.column);
  }
  return place;
}

function readOpening(line: string, { at, column }: Place, inner: number): Fence | null {
  const end = column > inner + 3 ? -1 : matchEnd(openingFence, line, at);
  return end < 0 ? null : { mark: line.charAt(at), length: end - at, inner };
}

function closes(line: string, { at, column }: Place, { mark, length, inner }: Fence): boolean {
  let end = at;
  while (line[end] === mark) end++;
  return column <= inner + 3 && end - at >= length && matchEnd(lineRest, line, end) >= 0;
}

function skipBlanks(line: string, from: Place): Place {
  let { at, column } = from;
  for (; line[at] === " " || line[at] === "\t"; at++) column += line[at] === "\t" ? 4 - (column % 4) : 1;
  return { at, column };
}
