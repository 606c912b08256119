import { limits } from "../../../core/limits.ts";
import type { SpanResult } from "../../../core/lineage/span-result.ts";
import type { SpanAsk } from "../../../core/lineage/span-scan.ts";
import { atRest } from "../../../core/lineage/stamp.ts";
import type { OpenVersion } from "../one-version.ts";
import { scanKnown } from "../scan-known.ts";
import { type Scan, scanWhole } from "../scan-whole.ts";

export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** What one look at a file found: its digest, and what stands at each range that was asked for. */
export interface FileScan {
  readonly sha256: string;
  at(range: ByteRange): SpanResult;
}

/** Reads a file of `size` bytes in one pass. Null when it ended before. Throws an errno. */
export async function scanFile(fd: number, size: number, ranges: readonly ByteRange[]): Promise<FileScan | null> {
  const asks = distinct(ranges);
  return scanOf(asks, await scanWhole(fd, size, [...asks.values()], unheard));
}

/**
 * Whether a file had all its bytes, of this digest, at one time. The stamp of a young file does not tell that: it is read
 * again. Throws an errno.
 */
export async function stoodAtOnce({ fd, stamp, now }: OpenVersion, digest: string): Promise<boolean> {
  if (atRest(stamp, now, limits.settleMs)) return true;
  const again = await scanWhole(fd, stamp.size, [], unheard);
  return again?.sha256 === digest;
}

/** Reads nothing but the ranges of a file whose digest is known. Null when it ended before. Throws an errno. */
export async function scanRanges(
  fd: number,
  size: number,
  ranges: readonly ByteRange[],
  sha256: string,
): Promise<FileScan | null> {
  const asks = distinct(ranges);
  return scanOf(asks, await scanKnown(fd, size, [...asks.values()], { sha256, quotes: [] }, unheard));
}

function unheard(): void {}

/** Records often cite the same range of a file. */
function distinct(ranges: readonly ByteRange[]): ReadonlyMap<string, SpanAsk> {
  return new Map(ranges.map((range) => [keyOf(range), { ...range, quote: null }]));
}

function scanOf(asks: ReadonlyMap<string, SpanAsk>, scan: Scan): FileScan | null {
  if (scan === null) return null;
  const results = new Map([...asks.keys()].map((key, at) => [key, scan.results[at] as SpanResult]));
  return { sha256: scan.sha256, at: (range) => results.get(keyOf(range)) as SpanResult };
}

function keyOf({ offset, length }: ByteRange): string {
  return `${offset}+${length}`;
}
