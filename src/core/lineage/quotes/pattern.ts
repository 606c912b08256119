import { Buffer } from "node:buffer";
import type { Stretch } from "./stretches.ts";

/** Where a quote occurs first and second, as offsets in the file, and the byte after the first occurrence. */
export interface Sighting {
  readonly first: number | null;
  readonly second: number | null;
  /** Null also when the file ends there. */
  readonly next: number | null;
}

/** A quote to look for and what was seen of it so far. */
export interface Pattern {
  readonly bytes: Uint8Array;
  sighting: Sighting;
}

/** A pattern for each quote, in their order, shared by equal ones; and each pattern once, in the order of the bytes. */
export function patternsFor(quotes: readonly Uint8Array[]): { sought: Pattern[]; distinct: Pattern[] } {
  const sought: Pattern[] = new Array(quotes.length);
  const distinct: Pattern[] = [];
  for (const [at, bytes] of [...quotes.entries()].sort(([, a], [, b]) => Buffer.compare(a, b))) {
    let pattern = distinct.at(-1);
    if (pattern === undefined || Buffer.compare(pattern.bytes, bytes) !== 0) {
      pattern = { bytes, sighting: { first: null, second: null, next: null } };
      distinct.push(pattern);
    }
    sought[at] = pattern;
  }
  return { sought, distinct };
}

/** Whether a pattern's second occurrence is still to be found. */
export function isWanted({ sighting }: Pattern): boolean {
  return sighting.second === null;
}

/** Notes an occurrence. A pattern's occurrences must come in order; one noted before may come again. */
export function see(pattern: Pattern, { bytes, base, end }: Stretch, start: number): void {
  const { first, second } = pattern.sighting;
  const offset = base + start;
  if (first === null) {
    const after = start + pattern.bytes.length;
    pattern.sighting = { first: offset, second: null, next: after < end ? (bytes[after] as number) : null };
  } else if (second === null && offset > first) {
    pattern.sighting = { ...pattern.sighting, second: offset };
  }
}

/** Beyond this many bytes a native comparison is faster than a loop. */
const nativeFrom = 64;

/** How many bytes of a pattern stand at `start` of a text that ends at `end`. */
export function commonLength(pattern: Uint8Array, text: Uint8Array, start: number, end: number): number {
  const most = Math.min(pattern.length, end - start);
  const near = Math.min(most, nativeFrom);
  let length = 0;
  while (length < near && pattern[length] === text[start + length]) length++;
  if (length < near) return length;
  let differs = most + 1;
  while (length + 1 < differs) {
    const middle = (length + differs) >> 1;
    const isSame =
      Buffer.compare(pattern.subarray(length, middle), text.subarray(start + length, start + middle)) === 0;
    if (isSame) length = middle;
    else differs = middle;
  }
  return length;
}
