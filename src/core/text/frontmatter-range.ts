import { matchEnd } from "./match.ts";

/** Where a frontmatter stands in a text: indices of UTF-16 units. */
export interface FrontmatterRange {
  /** Where the lines between the fences begin and end. */
  readonly innerStart: number;
  readonly innerEnd: number;
  /** Where the closing fence's line ends, its line end included. */
  readonly end: number;
}

const openingFence = /---[ \t]*\r?\n/y;
const closingFence = /(?<=\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/g;

/** Finds the frontmatter that a text begins with; null when there is none, or when it is not closed. */
export function frontmatterRange(text: string): FrontmatterRange | null {
  const innerStart = matchEnd(openingFence, text, afterBom(text));
  if (innerStart < 0) return null;
  closingFence.lastIndex = innerStart;
  const fence = closingFence.exec(text);
  return fence && { innerStart, innerEnd: fence.index, end: fence.index + fence[0].length };
}

/** Where a text begins after its byte order mark, if it has one. */
export function afterBom(text: string): number {
  return text.startsWith("\ufeff") ? 1 : 0;
}
