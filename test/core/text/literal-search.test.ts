import assert from "node:assert/strict";
import fc from "fast-check";
import t from "tap";
import { foldCase } from "../../../src/core/text/fold-case.ts";
import { literalFinder } from "../../../src/core/text/literal-search.ts";
import { cpuTime } from "./cpu-time.ts";

t.test("[bridge.search-literal] the first hit is found, whatever the case", async (t) => {
  t.strictSame(literalFinder("garden")("My GARDEN, my garden"), { at: 3, length: 6 });
  t.strictSame(literalFinder("ÉTÉ")("\u{1f600} été"), { at: 3, length: 3 });
  t.strictSame(literalFinder("ὀδυσσεύς")("ὈΔΥΣΣΕΎΣ"), { at: 0, length: 8 });
  t.strictSame(literalFinder("k")("\u212a"), { at: 0, length: 1 }, "the sign for kelvin is a k");
  t.strictSame(literalFinder("\u{10400}")("a\u{10428}"), { at: 1, length: 2 });
  t.strictSame(literalFinder("ẞ")("straße"), { at: 4, length: 1 });
  t.equal(literalFinder("garden")("gar den"), null);
  t.equal(literalFinder("a")(""), null);
});

t.test("[bridge.search-literal] the query is no pattern, and letters are not spelled out", async (t) => {
  t.equal(literalFinder("a.c")("abc"), null);
  t.strictSame(literalFinder("(a|b)*\\$&")("x(A|B)*\\$&"), { at: 1, length: 9 });
  t.equal(literalFinder("ss")("ß"), null);
  t.equal(literalFinder("i")("İı"), null);
  t.equal(literalFinder("é")("e\u0301"), null);
});

/** All characters that have another case. */
const cased = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter((point) => (point & 0x1ff800) !== 0xd800)
  .map((point) => String.fromCodePoint(point))
  .filter((character) => /[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/u.test(character));

const pointOf = (character: string): number => character.codePointAt(0) as number;

t.test("[bridge.search-literal] characters are alike where a regular expression takes them for alike", async (t) => {
  const all = cased.join("");
  t.ok(cased.length > 2000);
  const groups = new Map<number, string[]>();
  for (const character of cased) {
    const folded = foldCase(pointOf(character));
    groups.set(folded, [...(groups.get(folded) ?? []), character]);
  }
  for (const character of cased) {
    const alike = [...all.matchAll(new RegExp(character, "giu"))].map(([found]) => found);
    t.strictSame(groups.get(foldCase(pointOf(character))), alike, character);
    t.ok(alike.every((other) => other.length === character.length));
  }
});

t.test("[bridge.search-literal] a search finds what a regular expression finds", async () => {
  const unit = fc.oneof(
    fc.constantFrom(..."aAbBßẞσςΣιͅİıkK\u212a.\u{10400}\u{10428}\n"),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  );
  const textOf = (minLength: number, maxLength: number) => fc.string({ unit, minLength, maxLength });
  fc.assert(
    fc.property(textOf(1, 3), fc.constantFrom(1, 2, 65), textOf(0, 30), textOf(0, 2), (part, times, before, after) => {
      const query = part.repeat(times);
      for (const text of [before, before + query + after, before + query.toUpperCase() + after]) {
        const escaped = query.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
        const match = new RegExp(escaped, "iu").exec(text);
        const expected = match && { at: match.index, length: match[0].length };
        assert.deepEqual(literalFinder(query)(text), expected, JSON.stringify([query, text]));
      }
    }),
    { numRuns: 3000 },
  );
});

t.test("[bridge.search-literal] a hostile text takes linear time", async (t) => {
  const half = "a".repeat(100_000);
  const taken = cpuTime(() => t.equal(literalFinder(`${half}b${half}`)("A".repeat(4_000_000)), null));
  t.ok(taken < 3000, `${taken} ms`);
  const short = `${"a".repeat(63)}b`;
  const takenShort = cpuTime(() => t.equal(literalFinder(short)("A".repeat(4_000_000)), null));
  t.ok(takenShort < 3000, `${takenShort} ms`);
});
