import { limits } from "../../core/limits.ts";
import type { SpanResult } from "../../core/lineage/span-result.ts";
import { type SpanAsk, spanScan } from "../../core/lineage/span-scan.ts";
import { readChunks } from "../fence/chunks.ts";
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
  const read = await readChunks(fd, 0, size, chunkBuffers(), (chunk) => {
    digest.update(chunk);
    scan.feed(chunk);
    done += chunk.length;
    note(done);
  });
  return read === size ? { sha256: digest.hex(), results: scan.finish() } : null;
}

let buffers: readonly [Buffer, Buffer] | undefined;

/** The two buffers of this thread, which reads one file at a time. */
export function chunkBuffers(): readonly [Buffer, Buffer] {
  buffers ??= [Buffer.allocUnsafeSlow(limits.chunkBytes), Buffer.allocUnsafeSlow(limits.chunkBytes)];
  return buffers;
}
