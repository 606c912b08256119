import fc from "fast-check";
import t from "tap";
import { type Frame, readFrames } from "../../../src/main/shared/frames.ts";

async function framesOf(chunks: Iterable<Uint8Array>, frameBytes: number): Promise<string[]> {
  async function* input() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  const frames: string[] = [];
  for await (const frame of readFrames(input(), frameBytes)) frames.push(shown(frame));
  return frames;
}

function shown(frame: Frame): string {
  return frame === "overlong" ? frame : `<${frame.toString("latin1")}>`;
}

function cut(bytes: Buffer, size: number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += size) pieces.push(bytes.subarray(start, start + size));
  return pieces;
}

t.test("a frame is a line without its LF", async (t) => {
  t.strictSame(await framesOf([Buffer.from("one\n\ntwo\r\n")], 9), ["<one>", "<>", "<two\r>"]);
});

t.test("a last line without LF is a line, and no bytes are none", async (t) => {
  t.strictSame(await framesOf([Buffer.from("one\ntwo")], 9), ["<one>", "<two>"]);
  t.strictSame(await framesOf([], 9), []);
});

t.test("a byte order mark is dropped from the first line only, wherever it is cut", async (t) => {
  const bytes = Buffer.from("\ufeffone\n\ufefftwo");
  for (const size of [1, 2, 3, 4, 99]) {
    t.strictSame(await framesOf(cut(bytes, size), 9), ["<one>", "<\xef\xbb\xbftwo>"], `pieces of ${size}`);
  }
});

t.test("[frame.limit] a line at the limit passes; one byte more is reported once and skipped", async (t) => {
  const bytes = Buffer.from(`${"a".repeat(8)}\n${"b".repeat(9)}\n${"c".repeat(99)}\nd\n${"e".repeat(20)}`);
  const expected = [`<${"a".repeat(8)}>`, "overlong", "overlong", "<d>", "overlong"];
  for (const size of [1, 3, 8, 9, 999]) {
    t.strictSame(await framesOf(cut(bytes, size), 8), expected, `pieces of ${size}`);
  }
});

t.test("an over-long line is reported when it passes the limit, not when it ends", async (t) => {
  async function* endless() {
    for (;;) yield Buffer.from("abc");
  }
  const first = await readFrames(endless(), 8).next();
  t.equal(first.value, "overlong");
});

t.test("any chunking of any bytes gives the same frames", async () => {
  const limit = 6;
  const piece = fc.oneof(
    fc.constantFrom("\n", "\r", "\ufeff", "a".repeat(limit), "b".repeat(limit + 1)).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 4 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(piece, { maxLength: 4 }).map((parts) => Buffer.concat(parts))),
      async (chunks) => {
        const whole = await framesOf([Buffer.concat(chunks)], limit);
        const cutUp = await framesOf(chunks, limit);
        if (whole.join() !== cutUp.join()) throw new Error(`${whole.join()} became ${cutUp.join()}`);
      },
    ),
    { numRuns: 2000 },
  );
});

t.test("frames are the lines that a split at LF gives", async () => {
  const limit = 4;
  const line = fc.array(fc.constantFrom("a", "\r", " ", "\0"), { maxLength: 6 }).map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 9 }), async (lines, size) => {
      const expected = lines.map((text) => (text.length > limit ? "overlong" : `<${text}>`));
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(""));
      const frames = await framesOf(cut(bytes, size), limit);
      if (frames.join() !== expected.join()) throw new Error(`${expected.join()} became ${frames.join()}`);
    }),
    { numRuns: 2000 },
  );
});

t.test("however small the pieces, a byte is copied three times at most", async (t) => {
  const bytes = Buffer.alloc(300_001, "a");
  for (const size of [1, 10, 4096, 65_536]) {
    const copied = await countCopies(() => framesOf(cut(bytes, size), bytes.length));
    t.ok(copied <= 3 * bytes.length, `${copied / bytes.length} copies in pieces of ${size}`);
  }
});

t.test("a line that arrives whole is not copied, and an over-long one no further than the limit", async (t) => {
  t.equal(await countCopies(() => framesOf([Buffer.from("one\ntwo\n")], 9)), 0);
  const overlong = await countCopies(() => framesOf(cut(Buffer.alloc(100_000, "a"), 10), 1000));
  t.ok(overlong <= 3 * 1000, `${overlong} bytes`);
});

async function countCopies(work: () => Promise<unknown>): Promise<number> {
  const { copy } = Buffer.prototype;
  const { concat } = Buffer;
  let copied = 0;
  Buffer.prototype.copy = function (this: Buffer, ...args: Parameters<typeof copy>) {
    const bytes = copy.apply(this, args);
    copied += bytes;
    return bytes;
  };
  Buffer.concat = (...args) => {
    const joined = concat(...args);
    copied += joined.length;
    return joined;
  };
  try {
    await work();
  } finally {
    Buffer.prototype.copy = copy;
    Buffer.concat = concat;
  }
  return copied;
}
