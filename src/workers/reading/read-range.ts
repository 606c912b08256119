import { limits } from "../../core/limits.ts";
import { readChunks } from "../fence/chunks.ts";
import { sys } from "../fence/sys.ts";

/**
 * Feeds the bytes of a file from `from` up to `to` in order and in pieces, each valid during its call only; gives the
 * number that came. A small range is read by this thread itself, since the way through the thread pool takes longer than
 * the read. Throws an errno.
 */
export async function readRange(
  fd: number,
  from: number,
  to: number,
  feed: (bytes: Uint8Array) => void,
): Promise<number> {
  if (to - from > limits.smallFileBytes) return readChunks(fd, from, to, chunkBuffers(), feed);
  const bytes = readAtOnce(fd, from, to);
  if (bytes.length > 0) feed(bytes);
  return bytes.length;
}

/** A small range's bytes, valid until this thread reads again; fewer when the file ends before. Throws an errno. */
export function readAtOnce(fd: number, from: number, to: number): Buffer {
  const [buffer] = chunkBuffers();
  let length = 0;
  while (from + length < to) {
    const bytes = sys.read(fd, buffer.subarray(length, to - from), from + length);
    if (bytes === 0) break;
    length += bytes;
  }
  return buffer.subarray(0, length);
}

let buffers: readonly [Buffer, Buffer] | undefined;

/** The two buffers of this thread, which reads one file at a time. */
function chunkBuffers(): readonly [Buffer, Buffer] {
  buffers ??= [Buffer.allocUnsafeSlow(limits.chunkBytes), Buffer.allocUnsafeSlow(limits.chunkBytes)];
  return buffers;
}
