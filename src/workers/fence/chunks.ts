import { sys } from "./sys.ts";

/**
 * Reads the bytes of a file from `from` up to, not including, `to`, in order and in pieces, and gives the number that
 * came: fewer than asked for when the file ended first. While `each` handles one piece the next is read into the other
 * buffer, so a piece is only valid during its call. Memory is the two buffers, which are free again once the promise
 * has settled. Throws an errno.
 */
export async function readChunks(
  fd: number,
  from: number,
  to: number,
  buffers: readonly [Uint8Array, Uint8Array],
  each: (bytes: Uint8Array) => void,
): Promise<number> {
  let [full, free] = buffers;
  let position = from;
  let ahead = readPiece(fd, full, position, to);
  try {
    for (let bytes = await ahead; bytes > 0; bytes = await ahead) {
      position += bytes;
      ahead = readPiece(fd, free, position, to);
      each(full.subarray(0, bytes));
      [full, free] = [free, full];
    }
    return position - from;
  } finally {
    await Promise.allSettled([ahead]);
  }
}

async function readPiece(fd: number, buffer: Uint8Array, position: number, to: number): Promise<number> {
  const wanted = Math.min(buffer.length, to - position);
  return wanted > 0 ? sys.readAhead(fd, buffer.subarray(0, wanted), position) : 0;
}
