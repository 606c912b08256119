import { Buffer, isUtf8 } from "node:buffer";
import fc from "fast-check";
import t from "tap";
import { cutUtf8, isContinuation, utf8Check, utf8Length } from "../../../src/core/text/utf8.ts";

/** Bytes of which many runs are UTF-8 and many are nearly so. */
const nearlyText = fc
  .array(fc.constantFrom("61", "c3a9", "e282ac", "f09f9880", "80", "c3", "e282", "f09f", "c080", "eda080", "f4908080"))
  .map((parts) => Buffer.from(parts.join(""), "hex"));

function passes(bytes: Uint8Array, size: number): boolean {
  const check = utf8Check();
  for (let at = 0; at < bytes.length; at += size) check.feed(bytes.subarray(at, at + size));
  return check.passed();
}

t.test("the streamed check says what the check of the whole says, wherever the pieces end", async () => {
  fc.assert(
    fc.property(nearlyText, fc.integer({ min: 1, max: 9 }), (bytes, size) => passes(bytes, size) === isUtf8(bytes)),
    { numRuns: 3000 },
  );
});

t.test("surrogates, overlong forms and code points above the last are not UTF-8", async (t) => {
  for (const hex of ["eda080", "c080", "e08080", "f4908080", "f8888080", "ff", "80", "c3", "e282"]) {
    for (const size of [1, 2, 9]) t.notOk(passes(Buffer.from(hex, "hex"), size), `${hex} by ${size}`);
  }
  t.ok(passes(Buffer.alloc(0), 1));
});

t.test("a cut is the longest beginning that fits and ends at a code point", async () => {
  const oneByMore = fc.tuple(fc.string({ unit: "grapheme" }), fc.nat(40));
  fc.assert(
    fc.property(oneByMore, ([text, most]) => {
      const bytes = Buffer.from(text);
      let fits = "";
      for (const character of text) {
        if (Buffer.byteLength(fits + character) > most) break;
        fits += character;
      }
      return Buffer.from(cutUtf8(bytes, most)).equals(Buffer.from(fits));
    }),
    { numRuns: 2000 },
  );
});

t.test("lengths are bytes, and continuation bytes are 80 to bf", async (t) => {
  t.equal(utf8Length("a€😀"), 8);
  const continuations = Array.from({ length: 256 }, (_, byte) => byte).filter(isContinuation);
  t.strictSame([continuations[0], continuations.at(-1), continuations.length], [0x80, 0xbf, 64]);
});
