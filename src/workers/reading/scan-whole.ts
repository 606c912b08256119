import { limits } from "../../core/limits.ts";
import type { SpanResult } from "../../core/lineage/span-result.ts";
import { type SpanAsk, spanScan } from "../../core/lineage/span-scan.ts";
import { readRange } from "./read-range.ts";
import { sha256 } from "./sha256.ts";

/** What one look at a file's bytes found; null when the file turned out not to be what its stamp said. */
export type Scan = { readonly sha256: string; readonly results: readonly SpanResult[] } | null;

/** Reads a file of `size` bytes in one pass: its digest and all spans from the same bytes. */
export async function scanWhole(
  fd: number,
  size: number,
  asks: readonly SpanAsk[],
  note: (done: number) => void,
): Promise<Scan> {
  const digest = sha256();
  const scan = spanScan(asks, sha256);
  let done = 0;
  const read = await readRange(fd, 0, size, (chunk) => {
    for (let at = 0; at < chunk.length; at += limits.scanBytes) {
      const slice = chunk.subarray(at, at + limits.scanBytes);
      digest.update(slice);
      scan.feed(slice);
    }
    done += chunk.length;
    note(done);
  });
  return read === size ? { sha256: digest.hex(), results: scan.finish() } : null;
}

/**
 * Reads a young file, whose stamp does not tell its versions apart: clocks of filesystems tick too slowly for that, and
 * a write bears the time of its beginning. What two readings agree on stood in the file all at once.
 */
export async function scanTwice(
  fd: number,
  size: number,
  asks: readonly SpanAsk[],
  note: (done: number) => void,
): Promise<Scan> {
  const first = await scanWhole(fd, size, asks, (done) => note(Math.floor(done / 2)));
  if (first === null) return null;
  const second = await scanWhole(fd, size, [], (done) => note(Math.floor((size + done) / 2)));
  return second?.sha256 === first.sha256 ? first : null;
}
