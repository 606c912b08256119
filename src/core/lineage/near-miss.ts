import { Buffer, isUtf8 } from "node:buffer";
import { limits } from "../limits.ts";
import { decode } from "../text/blocks.ts";
import { type Folding, type FoldingKind, foldings, several } from "../text/foldings.ts";
import { type FoldedSighting, foldedSearch } from "./folded-search.ts";
import { quoteSearch } from "./quote-search.ts";

/** Text that differs from a quote in one way only. Offset and length are bytes of the file. */
export interface NearMiss {
  readonly kind: FoldingKind;
  readonly offset: number;
  readonly length: number;
}

/** The file to look through. */
export interface Source {
  readonly bytes: number;
  /** Feeds the bytes from `from` up to `to`, in order and in pieces of any size; false when the file ended before. */
  read(from: number, to: number, feed: (bytes: Uint8Array) => void): Promise<boolean>;
  /** Whether the time is over, from when on nothing is found. */
  expired(): boolean;
}

export interface NearMissOptions {
  /** The file is folded in blocks of this size, and the time is looked at between them. */
  readonly blockBytes: number;
}

const defaults: NearMissOptions = { blockBytes: limits.hintBlockBytes };

interface Sought extends NearMissOptions {
  readonly quote: string;
  readonly source: Source;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds text that is equal to a quote under a folding and the only such text in the file: each folding is tried alone,
 * in their order, and in the end all at once. The quote must not occur as it is. What all foldings together do not find
 * none of them finds (a quote that begins with a combining mark aside), and what they find once is nowhere else, so that
 * most files are gone through once.
 * @returns the shortest such text, well-formed UTF-8; null when there is none or the time was over
 */
export async function nearMiss(
  quote: string,
  source: Source,
  options: Partial<NearMissOptions> = {},
): Promise<NearMiss | null> {
  const sought: Sought = { ...defaults, ...options, quote, source };
  const whole = { from: 0, to: source.bytes };
  const widest = await sightingOf(sought, several, whole);
  if (widest.count === 0) return null;
  for (const folding of [...foldings, several]) {
    const sighting = await sightingOf(sought, folding, widest.count === 1 ? widest : whole);
    const text = sighting.count === 1 ? await shortestText(sought, folding, sighting) : null;
    if (text !== null) return { kind: folding.kind, offset: text.from, length: text.to - text.from };
  }
  return null;
}

async function sightingOf(sought: Sought, folding: Folding, { from, to }: Range): Promise<FoldedSighting> {
  const { quote, source, blockBytes } = sought;
  const unseen: FoldedSighting = { count: 0, from, to };
  const pattern = folded(folding, quote);
  if (pattern.length === 0) return unseen;
  const search = foldedSearch(folding, pattern, from, blockBytes);
  for (let at = from; at < to; at += blockBytes) {
    if (source.expired() || !(await source.read(at, Math.min(at + blockBytes, to), search.feed))) return unseen;
  }
  return search.finish();
}

/** The shortest part of a range that holds the quote once folded; null when that is only part of a character. */
async function shortestText({ quote, source }: Sought, folding: Folding, { from, to }: Range): Promise<Range | null> {
  const pieces: Uint8Array[] = [];
  if (!(await source.read(from, to, (piece) => pieces.push(piece.slice())))) return null;
  const bytes = Buffer.concat(pieces);
  const pattern = folded(folding, quote);
  const holds = (start: number, end: number) => {
    if (source.expired()) return false;
    const search = quoteSearch([pattern]);
    search.feed(folded(folding, decode(bytes.subarray(start, end))));
    return search.finish()[0]?.first !== null;
  };
  const start = lastThat((at) => holds(at, bytes.length), bytes.length);
  const end = bytes.length - lastThat((cut) => holds(start, bytes.length - cut), bytes.length - start);
  const text = bytes.subarray(start, end);
  const same = isUtf8(text) && folded(folding, decode(text)).equals(pattern);
  return same ? { from: from + start, to: from + end } : null;
}

function folded({ fold }: Folding, text: string): Buffer {
  return Buffer.from(fold(text));
}

/** The last number below `end` that passes, when 0 does and those that do not come after those that do. */
function lastThat(passes: (at: number) => boolean, end: number): number {
  let last = 0;
  let fails = end;
  while (fails - last > 1) {
    const middle = (last + fails) >>> 1;
    if (passes(middle)) last = middle;
    else fails = middle;
  }
  return last;
}
