import { Buffer } from "node:buffer";
import t from "tap";
import { rangeCheck, rangeFault } from "../../../src/core/lineage/range-check.ts";
import { newHasher, sha256 } from "./hashing.ts";

function check(text: string | Buffer, quote: string | null, size: number) {
  const bytes = Buffer.from(text as string);
  const range = rangeCheck(7, quote === null ? null : Buffer.from(quote), newHasher);
  for (let at = 0; at < bytes.length; at += size) range.feed(bytes.subarray(at, at + size));
  return range.finish();
}

t.test("a range is hashed whole and its beginning kept, in whatever pieces it comes", async (t) => {
  const text = "ab€cd".repeat(300);
  for (const size of [1, 2, 5, 1023, 1024, 1025, 5000]) {
    t.strictSame(check(text, null, size), {
      kind: "found",
      offset: 7,
      length: 2100,
      sha256: sha256(text),
      excerpt: text.slice(0, 732),
      excerpt_bytes: 1024,
    });
  }
});

t.test(
  "[record.excerpt] an excerpt ends where a code point ends, a BOM stays, and a short range is kept whole",
  async (t) => {
    const result = check(`${"a".repeat(1022)}€`, null, 100);
    t.match(result, { excerpt: "a".repeat(1022), excerpt_bytes: 1022, length: 1025 });
    t.match(check("\ufeffa", null, 1), { excerpt: "\ufeffa", excerpt_bytes: 4 });
  },
);

t.test("[span.range] a range that is not UTF-8 by itself is not aligned, quote or not", async (t) => {
  const euro = Buffer.from("€");
  for (const bytes of [euro.subarray(1), euro.subarray(0, 2), Buffer.from([0x61, 0xff])]) {
    for (const size of [1, 9]) {
      t.strictSame(check(bytes, null, size), { kind: "not_aligned" });
      t.strictSame(check(bytes, "a", size), { kind: "not_aligned" });
    }
  }
});

t.test("[span.both] beside a quote the bytes must be its own, all of them and no more", async (t) => {
  for (const size of [1, 2, 9]) {
    t.match(check("a€b", "a€b", size), { kind: "found", sha256: sha256("a€b") });
    for (const quote of ["a€", "a€bc", "a€c", "x€b"]) {
      t.strictSame(check("a€b", quote, size), { kind: "mismatch" }, `${quote} by ${size}`);
    }
  }
});

t.test("a range past the end is at fault in its offset or else in its length", async (t) => {
  t.equal(rangeFault(0, 10, 10), null);
  t.equal(rangeFault(9, 1, 10), null);
  t.equal(rangeFault(9, 2, 10), "length");
  t.equal(rangeFault(10, 1, 10), "length");
  t.equal(rangeFault(11, 1, 10), "offset");
  t.equal(rangeFault(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 2 ** 40), "offset");
});
