import fc from "fast-check";
import t from "tap";
import { foldings, several } from "../../../src/core/text/foldings.ts";

/** Texts that differ in one way only. */
const alike: Record<string, [string, string][]> = {
  line_endings: [
    ["a\nb", "a\r\nb"],
    ["a\nb", "a\rb"],
    ["a\n\nb", "a\r\n\r\nb"],
  ],
  punctuation: [
    [`"a"`, "“a”"],
    [`"a"`, "„a“"],
    [`"a"`, "«a»"],
    ["it's 'a'", "it’s ‘a’"],
    ["a-b", "a\u2011b"],
    ["1-2", "1–2"],
    ["a - b", "a — b"],
    ["a--b", "a—b"],
    ["-1", "\u22121"],
    ["a...", "a…"],
  ],
  spaces: [
    ["1 km", "1\u00a0km"],
    ["1 km", "1\u202fkm"],
    ["a b", "a\u3000b"],
  ],
  zero_width: [
    ["transcript", "tran\u00adscript"],
    ["ab", "a\u200bb"],
    ["ab", "\ufeffab"],
    ["❤", "❤\ufe0f"],
    ["a b", "a \u200eb"],
  ],
  normalization: [
    ["é", "e\u0301"],
    ["\u1e69", "s\u0307\u0323"],
    ["각", "\u1100\u1161\u11a8"],
  ],
  letter_case: [
    ["The End", "THE END"],
    ["ÉTÉ", "été"],
    ["ΟΔΟΣ", "οδος"],
    ["ΟΔΟΣ", "οδοσ"],
    ["\u{10400}", "\u{10428}"],
  ],
  blanks: [
    ["a b", "a  b"],
    ["a b", "a\n    b"],
    ["a b", "a\tb"],
    ["a\nb", "a\r\n\r\nb"],
  ],
};

t.test("[hint.given] each folding makes texts equal that differ in its way, and so do all together", async (t) => {
  t.strictSame(
    foldings.map(({ kind }) => kind),
    Object.keys(alike),
  );
  for (const { kind, fold } of foldings) {
    for (const [a, b] of alike[kind] ?? []) {
      t.equal(fold(a), fold(b), JSON.stringify([kind, a, b]));
      t.equal(several.fold(a), several.fold(b), JSON.stringify(["several", a, b]));
    }
  }
});

t.test("[hint.given] no folding makes texts equal that differ in another way", async (t) => {
  for (const { kind, fold } of foldings) {
    for (const [other, pairs] of Object.entries(alike)) {
      // A line ending is a blank, and a line ending of two characters is two.
      if (other === kind || (kind === "blanks" && other === "line_endings")) continue;
      if (other === "blanks" && kind === "line_endings") continue;
      for (const [a, b] of pairs) t.not(fold(a), fold(b), JSON.stringify([kind, a, b]));
    }
  }
});

const characters = [
  ..."aZ0ßẞΣσςéİıΐ가-–—…\"“'’.\r\n\t \u00a0\u2000\u200b\u00ad\ufeff\u0301\u0323\u0345\u1100\u1161\u{1f600}",
];
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...characters), maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 6 }),
);

t.test("a text may be folded in parts, cut before any letter or digit", async (t) => {
  const beginning = fc.oneof(fc.constantFrom(..."aZ0ßΣ가"), fc.string({ unit: "binary", minLength: 1, maxLength: 1 }));
  fc.assert(
    fc.property(text, beginning, text, (before, first, after) => {
      fc.pre(/^[\p{Letter}\p{Number}]/u.test(first));
      for (const { kind, fold } of [...foldings, several]) {
        t.equal(fold(before) + fold(first + after), fold(before + first + after), kind);
      }
    }),
    { numRuns: 2000 },
  );
});

t.test("what one folding makes equal, all together make equal", async (t) => {
  fc.assert(
    fc.property(text, (text) => {
      for (const { kind, fold } of foldings) t.equal(several.fold(fold(text)), several.fold(text), kind);
    }),
    { numRuns: 2000 },
  );
});
