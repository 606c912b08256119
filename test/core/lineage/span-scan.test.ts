import { Buffer, isUtf8 } from "node:buffer";
import fc from "fast-check";
import t from "tap";
import type { SpanResult } from "../../../src/core/lineage/span-result.ts";
import { type SpanAsk, spanScan } from "../../../src/core/lineage/span-scan.ts";
import { newHasher, sha256 } from "./hashing.ts";

const quoted = (quote: string): SpanAsk => ({ offset: null, length: null, quote: Buffer.from(quote) });
const ranged = (offset: number, length: number): SpanAsk => ({ offset, length, quote: null });
const both = (offset: number, length: number, quote: string): SpanAsk => ({
  offset,
  length,
  quote: Buffer.from(quote),
});

function scan(file: Buffer, asks: readonly SpanAsk[], size: number): readonly SpanResult[] {
  const spans = spanScan(asks, newHasher);
  for (let at = 0; at < file.length; at += size) spans.feed(Buffer.from(file.subarray(at, at + size)));
  return spans.finish();
}

function found(offset: number, bytes: Buffer): SpanResult {
  const excerpt = bytes.toString();
  return { kind: "found", offset, length: bytes.length, sha256: sha256(bytes), excerpt, excerpt_bytes: bytes.length };
}

/** The rules of a span, said of the whole file at once. */
function naive(file: Buffer, { offset, length, quote }: SpanAsk): SpanResult {
  if (offset !== null && length !== null) {
    if (offset > file.length) return { kind: "invalid_range", member: "offset" };
    if (offset + length > file.length) return { kind: "invalid_range", member: "length" };
    const bytes = file.subarray(offset, offset + length);
    if (!isUtf8(bytes)) return { kind: "not_aligned" };
    return quote === null || bytes.equals(quote) ? found(offset, bytes) : { kind: "mismatch" };
  }
  const wanted = quote as Buffer;
  const places = [...file.keys()].filter((at) => file.subarray(at, at + wanted.length).equals(wanted));
  const [first, second] = places;
  if (first === undefined) return { kind: "not_found" };
  if (second !== undefined) return { kind: "ambiguous", offsets: [first, second] };
  const next = file[first + wanted.length] ?? 0;
  return next >= 0x80 && next < 0xc0 ? { kind: "not_aligned" } : found(first, wanted);
}

t.test("[span.exact] each form and each refusal, wherever the chunks end", async (t) => {
  const file = Buffer.concat([Buffer.from("\ufeffaaa éé x€y"), Buffer.from([0xff, 0x80]), Buffer.from("end\u0301")]);
  const euro = file.indexOf("€");
  const bad = file.indexOf(0xff);
  const table: [SpanAsk, Partial<SpanResult>][] = [
    [quoted("x€y"), { kind: "found", offset: euro - 1, length: 5, excerpt: "x€y" }],
    [quoted("\ufeffa"), { kind: "found", offset: 0 }],
    [quoted("aa"), { kind: "ambiguous", offsets: [3, 4] }],
    [quoted("aaaa"), { kind: "not_found" }],
    [quoted("AAA"), { kind: "not_found" }],
    [quoted("end"), { kind: "found" }],
    [ranged(0, 6), { kind: "found", excerpt: "\ufeffaaa" }],
    [ranged(euro, 3), { kind: "found", excerpt: "€" }],
    [ranged(euro + 1, 3), { kind: "not_aligned" }],
    [ranged(euro, 2), { kind: "not_aligned" }],
    [ranged(bad - 1, 1), { kind: "found", excerpt: "y" }],
    [ranged(bad - 1, 2), { kind: "not_aligned" }],
    [ranged(bad + 2, 3), { kind: "found", excerpt: "end" }],
    [ranged(0, file.length), { kind: "not_aligned" }],
    [ranged(file.length, 1), { kind: "invalid_range", member: "length" }],
    [ranged(file.length - 1, 2), { kind: "invalid_range", member: "length" }],
    [ranged(file.length + 1, 1), { kind: "invalid_range", member: "offset" }],
    [both(4, 2, "aa"), { kind: "found", offset: 4 }],
    [both(4, 2, "a "), { kind: "mismatch" }],
    [both(4, 2, "a"), { kind: "mismatch" }],
    [both(euro + 1, 2, "€"), { kind: "not_aligned" }],
    [both(file.length, 2, "aa"), { kind: "invalid_range", member: "length" }],
  ];
  const asks = table.map(([ask]) => ask);
  for (let size = 1; size <= file.length + 1; size++) {
    t.match(
      scan(file, asks, size),
      table.map(([, result]) => result),
      `chunks of ${size}`,
    );
  }
});

t.test("[span.quote] a quote that ends before a continuation byte is not aligned", async (t) => {
  const file = Buffer.concat([Buffer.from("é"), Buffer.from([0x80]), Buffer.from("è")]);
  for (const size of [1, 2, 9]) {
    t.match(scan(file, [quoted("é"), quoted("è")], size), [{ kind: "not_aligned" }, { kind: "found", offset: 3 }]);
  }
});

const file = fc
  .array(fc.constantFrom("61", "62", "6162", "c3a9", "e282ac", "80", "c3", "ff"), { maxLength: 30 })
  .map((parts) => Buffer.from(parts.join(""), "hex"));
const quote = fc
  .string({ unit: fc.constantFrom("a", "b", "é", "€"), minLength: 1, maxLength: 4 })
  .map((text) => Buffer.from(text));
const range = fc.record({ offset: fc.nat(60), length: fc.integer({ min: 1, max: 20 }) });
const ask: fc.Arbitrary<SpanAsk> = fc.oneof(
  quote.map((bytes) => ({ offset: null, length: null, quote: bytes })),
  range.map((place) => ({ ...place, quote: null })),
  fc.tuple(range, quote).map(([{ offset }, bytes]) => ({ offset, length: bytes.length, quote: bytes })),
  fc.tuple(range, quote).map(([place, bytes]) => ({ ...place, quote: bytes })),
);

t.test("small files give what the rules give when said of the whole file", async () => {
  fc.assert(
    fc.property(
      file,
      fc.array(ask, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 12 }),
      (bytes, asks, size) => {
        const expected = asks.map((one) => naive(bytes, one));
        return JSON.stringify(scan(bytes, asks, size)) === JSON.stringify(expected);
      },
    ),
    { numRuns: 5000 },
  );
});

t.test("[span.range] a range of several chunks is hashed whole, and only its beginning is kept", async (t) => {
  const text = Buffer.from("0123456789abcde€".repeat(20_000));
  const [first, second] = scan(text, [ranged(18, 180_000), both(0, 18, "0123456789abcde€")], 65_536);
  t.match(first, { kind: "found", sha256: sha256(text.subarray(18, 180_018)), excerpt_bytes: 1023 });
  t.match(second, { kind: "found", length: 18 });
});
