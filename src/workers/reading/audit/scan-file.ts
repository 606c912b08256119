import { rangeCheck, rangeFault } from "../../../core/lineage/range-check.ts";
import type { SpanResult } from "../../../core/lineage/span-result.ts";
import { readRange } from "../read-range.ts";
import { sha256 } from "../sha256.ts";

export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** What one look at a file found: its digest, and what stands at each range. */
export interface FileScan {
  readonly sha256: string;
  readonly ranges: readonly SpanResult[];
}

/** Reads a file of `size` bytes in one pass. Null when it ended before. Throws an errno. */
export async function scanFile(fd: number, size: number, ranges: readonly ByteRange[]): Promise<FileScan | null> {
  const digest = sha256();
  const watches = ranges.map((range) => watch(range, size));
  let at = 0;
  const read = await readRange(fd, 0, size, (bytes) => {
    digest.update(bytes);
    for (const { offset, end, check } of watches) {
      if (offset < at + bytes.length && end > at) check.feed(bytes.subarray(Math.max(0, offset - at), end - at));
    }
    at += bytes.length;
  });
  return read === size ? { sha256: digest.hex(), ranges: watches.map(({ result }) => result()) } : null;
}

/** Reads nothing but the ranges of a file whose digest is known. Null when it ended before. Throws an errno. */
export async function scanRanges(
  fd: number,
  size: number,
  ranges: readonly ByteRange[],
  known: string,
): Promise<FileScan | null> {
  const results: SpanResult[] = [];
  for (const range of ranges) {
    const { offset, end, check, result } = watch(range, size);
    if (end > offset && (await readRange(fd, offset, end, check.feed)) !== end - offset) return null;
    results.push(result());
  }
  return { sha256: known, ranges: results };
}

/** A range that reaches past the file is watched nowhere. */
function watch({ offset, length }: ByteRange, size: number) {
  const member = rangeFault(offset, length, size);
  const check = rangeCheck(offset, null, sha256);
  const result = (): SpanResult => (member === null ? check.finish() : { kind: "invalid_range", member });
  return { offset, end: member === null ? offset + length : offset, check, result };
}
