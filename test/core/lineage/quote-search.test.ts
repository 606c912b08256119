import { Buffer } from "node:buffer";
import fc from "fast-check";
import t from "tap";
import { quoteSearch, type SearchOptions } from "../../../src/core/lineage/quote-search.ts";
import type { Sighting } from "../../../src/core/lineage/quotes/pattern.ts";

const MiB = 2 ** 20;

/** Samples only, the automaton from the first byte on, and both kinds of change from one to the other. */
const ways: readonly Partial<SearchOptions>[] = [
  {},
  { gather: 1 },
  { patience: -Infinity },
  { patience: -Infinity, gather: 1 },
  { patience: 0, gather: 1 },
  { patience: -1, gather: 1 },
  { patience: 0.5, gather: 3 },
  { patience: 1e9, gather: 1 },
];

function search(text: Buffer, quotes: readonly Buffer[], size: number, options: Partial<SearchOptions>) {
  const found = quoteSearch(quotes, options);
  const chunk = Buffer.alloc(size);
  for (let at = 0; at < text.length; at += size) {
    const length = text.copy(chunk, 0, at, at + size);
    found.feed(chunk.subarray(0, length));
    chunk.fill("?");
  }
  return found.finish();
}

function naive(text: Buffer, quote: Buffer): Sighting {
  const first = text.indexOf(quote);
  if (first === -1) return { first: null, second: null, next: null };
  const second = text.indexOf(quote, first + 1);
  return { first, second: second === -1 ? null : second, next: text[first + quote.length] ?? null };
}

t.test("[span.quote] every quote is found in every way, wherever the chunks end", async (t) => {
  const text = Buffer.from("abracadabra, ababababab: aaaa €€ \u00e9\u20ac\u00e9 aab");
  const quotes = ["a", "aa", "ab", "abr", "abra", "bab", "abab", "ababa", "€", "é€", "c", "cad", "zz", "aab", "a"];
  const patterns = [...quotes.map((quote) => Buffer.from(quote)), Buffer.from([0x82]), text, text.subarray(1)];
  const expected = patterns.map((quote) => naive(text, quote));
  for (const options of ways) {
    for (let size = 1; size <= text.length; size++) {
      t.strictSame(search(text, patterns, size, options), expected, `${JSON.stringify(options)} by ${size}`);
    }
  }
});

/** Texts of few letters and long repeats, with quotes that are parts of them or nearly so. */
const cases = fc
  .record({
    parts: fc.array(
      fc.tuple(fc.constantFrom("a", "b", "ab", "aab", "é", "€a", "\0", "abaababa"), fc.integer({ min: 1, max: 30 })),
      {
        minLength: 1,
        maxLength: 8,
      },
    ),
    cuts: fc.array(
      fc.record({
        at: fc.nat(400),
        length: fc.integer({ min: 1, max: 90 }),
        tail: fc.constantFrom("", "", "a", "b", "c"),
      }),
      {
        minLength: 1,
        maxLength: 12,
      },
    ),
  })
  .map(({ parts, cuts }) => {
    const text = Buffer.from(parts.map(([unit, times]) => unit.repeat(times)).join(""));
    const quotes = cuts.map(({ at, length, tail }) => {
      const from = at % text.length;
      return Buffer.concat([text.subarray(from, from + length), Buffer.from(tail)]);
    });
    return { text, quotes };
  });

t.test("periodic texts give what a naive search finds", async () => {
  fc.assert(
    fc.property(
      cases,
      fc.integer({ min: 1, max: 300 }),
      fc.constantFrom(...ways),
      ({ text, quotes }, size, options) => {
        const expected = quotes.map((quote) => naive(text, quote));
        return JSON.stringify(search(text, quotes, size, options)) === JSON.stringify(expected);
      },
    ),
    { numRuns: 4000 },
  );
});

t.test("256 quotes of all lengths in a text of many chunks", async (t) => {
  const lines = Array.from({ length: 40_000 }, (_, n) => `{"n":${(n * 7919) % 65_536},"level":"info","text":"line"}\n`);
  const text = Buffer.from(lines.join(""));
  const quotes = Array.from({ length: 256 }, (_, n) => {
    const from = (n * 104_729) % text.length;
    return text.subarray(from, from + 1 + ((n * n) % 3000));
  });
  const expected = quotes.map((quote) => naive(text, quote));
  t.ok(expected.some(({ second }) => second === null) && expected.some(({ second }) => second !== null));
  for (const size of [1000, 70_001, 200_000, text.length]) {
    for (const options of [{}, { patience: -Infinity }, { patience: 0 }]) {
      t.strictSame(search(text, quotes, size, options), expected, `${JSON.stringify(options)} by ${size}`);
    }
  }
});

t.test("a text without quotes, and quotes without a text", async (t) => {
  t.strictSame(search(Buffer.from("abc"), [], 1, {}), []);
  t.strictSame(search(Buffer.alloc(0), [Buffer.from("a")], 1, {}), [{ first: null, second: null, next: null }]);
});

t.test("[span.large-files] offsets above 4 GiB are exact", async (t) => {
  const blank = Buffer.alloc(16 * MiB);
  const needle = Buffer.from("a needle of some length, which is found the faster for it: the end");
  const found = quoteSearch([needle, needle.subarray(1)]);
  for (let fed = 0; fed < 2 ** 32; fed += blank.length) found.feed(blank);
  found.feed(Buffer.concat([needle, needle.subarray(1), Buffer.from("!")]));
  t.strictSame(found.finish(), [
    { first: 2 ** 32, second: null, next: needle[1] },
    { first: 2 ** 32 + 1, second: 2 ** 32 + needle.length, next: needle[1] },
  ]);
});

/** Comparing at every place would take hours here. */
t.test("[span.linear] quotes of one letter take no more than a few steps a byte", async (t) => {
  const letters = (length: number, tail: string) => Buffer.concat([Buffer.alloc(length, "a"), Buffer.from(tail)]);
  const text = letters(4 * MiB, "");
  const quotes = Array.from({ length: 255 }, (_, n) => letters(MiB / 4, `b${n}`)).concat(letters(MiB / 4, ""));
  const begun = performance.now();
  const sightings = [...search(text, quotes, 2 * MiB, {})];
  t.ok(performance.now() - begun < 4000);
  t.strictSame(sightings.pop(), { first: 0, second: 1, next: "a".charCodeAt(0) });
  t.ok(sightings.every(({ first }) => first === null));
});
