import fc from "fast-check";
import t from "tap";
import { decode, textBlocks } from "../../../src/core/text/blocks.ts";

type Block = [text: string, bytes: number];

function blocksOf(bytes: Uint8Array, blockBytes: number, chunkBytes: number): Block[] {
  const found: Block[] = [];
  const blocks = textBlocks(blockBytes, (text, bytes) => found.push([text, bytes]));
  for (let at = 0; at < bytes.length; at += chunkBytes) blocks.feed(bytes.subarray(at, at + chunkBytes));
  blocks.finish();
  return found;
}

/** Well-formed and other pieces of UTF-8. */
const pieces = fc.array(
  fc.oneof(
    fc
      .constantFrom("a", "B", "7", "é", "e\u0301", "\u200b", " ", "\r\n", "—", "漢", "\ufffd", "\u{1f600}")
      .map(Buffer.from),
    fc.uint8Array({ minLength: 1, maxLength: 3 }),
  ),
  { maxLength: 60 },
);
const size = fc.integer({ min: 1, max: 40 });

t.test("the blocks are the file, in order, none lost and none read differently", async (t) => {
  fc.assert(
    fc.property(pieces, size, size, (pieces, blockBytes, chunkBytes) => {
      const bytes = Buffer.concat(pieces);
      let offset = 0;
      for (const [text, length] of blocksOf(bytes, blockBytes, chunkBytes)) {
        t.equal(text, decode(bytes.subarray(offset, offset + length)));
        offset += length;
      }
      t.equal(offset, bytes.length);
    }),
    { numRuns: 1000 },
  );
});

t.test("every block but the first begins with a letter or digit, or after what is not UTF-8", async (t) => {
  const word = fc.constantFrom("a \r\n", "b—", "漢。 ", "e\u0301\u0323 ", "7\u200b", "\xff");
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), size, size, (words, moreBytes, chunkBytes) => {
      const bytes = Buffer.concat(words.map((word) => (word === "\xff" ? Buffer.of(0xff) : Buffer.from(word))));
      const texts = blocksOf(bytes, 16 + moreBytes, chunkBytes).map(([text]) => text);
      for (const [at, text] of texts.entries()) {
        t.ok(at === 0 || texts[at - 1]?.endsWith("\ufffd") || /^[\p{Letter}\p{Number}]/u.test(text), text);
      }
    }),
    { numRuns: 1000 },
  );
});

t.test("a run without letters is cut where it must, so that no block grows beyond two", async (t) => {
  const blocks = blocksOf(Buffer.from("— ".repeat(10_000)), 64, 1000);
  t.ok(blocks.every(([, bytes]) => bytes < 2 * 64));
});
