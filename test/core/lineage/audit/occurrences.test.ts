import fc from "fast-check";
import t from "tap";
import { occurrences } from "../../../../src/core/lineage/audit/occurrences.ts";

function found(text: Buffer, pattern: Buffer, piece: number): number[] {
  const offsets: number[] = [];
  const feed = occurrences(pattern, (offset) => offsets.push(offset));
  for (let at = 0; at < text.length; at += piece) feed(text.subarray(at, at + piece));
  return offsets;
}

t.test("[verify.sources] every occurrence is told, overlapping ones too, wherever pieces end", async () => {
  const word = (maxLength: number, minLength = 0) =>
    fc.string({ unit: fc.constantFrom("a", "b"), minLength, maxLength }).map((text) => Buffer.from(text));
  fc.assert(
    fc.property(word(40), word(6, 1), fc.integer({ min: 1, max: 41 }), (text, pattern, piece) => {
      const naive = [...text.keys()].filter((at) => text.subarray(at, at + pattern.length).equals(pattern));
      return found(text, pattern, piece).join() === naive.join();
    }),
    { numRuns: 2000 },
  );
});

t.test("[verify.scale] periodic text takes no longer than other text", async (t) => {
  const text = Buffer.alloc(4 << 20, "a");
  const start = performance.now();
  t.equal(found(text, Buffer.from(`${"a".repeat(1023)}b`), text.length).length, 0);
  t.equal(found(text, Buffer.alloc(1024, "a"), text.length).length, text.length - 1023);
  t.ok(performance.now() - start < 5000, "a search of quadratic time takes minutes");
});
