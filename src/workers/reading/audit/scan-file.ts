import { limits } from "../../../core/limits.ts";
import { rangeCheck, rangeFault } from "../../../core/lineage/range-check.ts";
import type { SpanResult } from "../../../core/lineage/span-result.ts";
import { atRest } from "../../../core/lineage/stamp.ts";
import type { OpenVersion } from "../one-version.ts";
import { readRange } from "../read-range.ts";
import { sha256 } from "../sha256.ts";

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
  const digest = sha256();
  const watches = watchesFor(ranges, size);
  const all = [...watches.values()];
  let at = 0;
  const read = await readRange(fd, 0, size, (bytes) => {
    digest.update(bytes);
    for (const { offset, end, check } of all) {
      if (offset < at + bytes.length && end > at) check.feed(bytes.subarray(Math.max(0, offset - at), end - at));
    }
    at += bytes.length;
  });
  return read === size ? scanOf(digest.hex(), watches) : null;
}

/**
 * Whether a file had all its bytes, of this digest, at one time. The stamp of a young file does not tell that: it is read
 * again. Throws an errno.
 */
export async function stoodAtOnce({ fd, stamp, now }: OpenVersion, digest: string): Promise<boolean> {
  if (atRest(stamp, now, limits.settleMs)) return true;
  const again = await scanFile(fd, stamp.size, []);
  return again?.sha256 === digest;
}

/** Reads nothing but the ranges of a file whose digest is known. Null when it ended before. Throws an errno. */
export async function scanRanges(
  fd: number,
  size: number,
  ranges: readonly ByteRange[],
  known: string,
): Promise<FileScan | null> {
  const watches = watchesFor(ranges, size);
  for (const { offset, end, check } of watches.values()) {
    if ((await readRange(fd, offset, end, check.feed)) !== end - offset) return null;
  }
  return scanOf(known, watches);
}

type Watch = ReturnType<typeof watch>;

function watchesFor(ranges: readonly ByteRange[], size: number): Map<string, Watch> {
  const watches = new Map<string, Watch>();
  for (const range of ranges) {
    const key = keyOf(range);
    if (!watches.has(key)) watches.set(key, watch(range, size));
  }
  return watches;
}

/** A range that reaches past the file is watched nowhere. */
function watch({ offset, length }: ByteRange, size: number) {
  const member = rangeFault(offset, length, size);
  const check = rangeCheck(offset, null, sha256);
  const result = (): SpanResult => (member === null ? check.finish() : { kind: "invalid_range", member });
  return { offset, end: member === null ? offset + length : offset, check, result };
}

function scanOf(digest: string, watches: ReadonlyMap<string, Watch>): FileScan {
  const results = new Map([...watches].map(([key, { result }]) => [key, result()]));
  return { sha256: digest, at: (range) => results.get(keyOf(range)) as SpanResult };
}

function keyOf({ offset, length }: ByteRange): string {
  return `${offset}+${length}`;
}
