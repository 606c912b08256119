const LF = 0x0a;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** One line without its LF, or the news that a line has passed the limit and is being skipped. */
export type Frame = Buffer | "overlong";

/**
 * Cuts a byte stream into lines of at most `frameBytes` bytes, their LF not counted. A last line without LF is a line;
 * a byte order mark before the first is dropped. A frame's bytes may be a view of the chunk they came in.
 *
 * A line that arrives whole is not copied. One that arrives in pieces is gathered in a buffer that doubles as it fills,
 * so that a byte is copied three times at most and one-byte pieces need no more memory than one long one.
 */
export async function* readFrames(input: AsyncIterable<Buffer>, frameBytes: number): AsyncGenerator<Frame> {
  const line = growingLine(frameBytes);
  let skipping = false;
  let first = true;

  function* take(piece: Buffer): Generator<Frame> {
    if (skipping || line.add(piece)) return;
    skipping = true;
    line.clear();
    yield "overlong";
  }

  function* finish(): Generator<Frame> {
    if (!skipping) yield first ? withoutMark(line.bytes()) : line.bytes();
    line.clear();
    skipping = false;
    first = false;
  }

  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      yield* take(chunk.subarray(start, end));
      yield* finish();
      start = end + 1;
    }
    yield* take(chunk.subarray(start));
  }
  if (line.bytes().length > 0) yield* finish();
}

function growingLine(limit: number) {
  let buffer: Buffer = Buffer.alloc(0);
  let length = 0;

  function makeRoom(needed: number): void {
    const larger = Buffer.allocUnsafe(Math.min(limit, Math.max(needed, 2 * buffer.length)));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  }

  return {
    bytes: () => buffer.subarray(0, length),

    /** False, and nothing added, when the line would pass the limit. */
    add(piece: Buffer): boolean {
      const needed = length + piece.length;
      if (needed > limit) return false;
      if (length === 0) {
        buffer = piece;
      } else {
        if (needed > buffer.length) makeRoom(needed);
        piece.copy(buffer, length);
      }
      length = needed;
      return true;
    },

    clear(): void {
      buffer = Buffer.alloc(0);
      length = 0;
    },
  };
}

function withoutMark(line: Buffer): Buffer {
  return line.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? line.subarray(byteOrderMark.length) : line;
}
