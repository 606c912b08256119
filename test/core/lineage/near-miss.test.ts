import assert from "node:assert/strict";
import fc from "fast-check";
import t from "tap";
import { nearMiss, type Source } from "../../../src/core/lineage/near-miss.ts";
import { spanScan } from "../../../src/core/lineage/span-scan.ts";
import { foldings, several } from "../../../src/core/text/foldings.ts";

function sourceOf(bytes: Uint8Array, change: Partial<Source> = {}): Source {
  return {
    bytes: bytes.length,
    read: async (from, to, feed) => {
      for (let at = from; at < to; at += 7) feed(bytes.subarray(at, Math.min(at + 7, to)));
      return true;
    },
    expired: () => false,
    ...change,
  };
}

/** The kind of the near miss and the text it points to; null when there is none. */
async function found(file: string | Uint8Array, quote: string, blockBytes = 32): Promise<[string, string] | null> {
  const bytes = Buffer.from(file);
  const hint = await nearMiss(quote, sourceOf(bytes), { blockBytes });
  return hint && [hint.kind, bytes.toString("utf8", hint.offset, hint.offset + hint.length)];
}

const cases: [kind: string, quote: string, text: string][] = [
  ["line_endings", "one\ntwo\nthree", "one\r\ntwo\r\nthree"],
  ["punctuation", `"It's" - he said...`, "“It’s” — he said…"],
  ["spaces", "10 km", "10\u00a0km"],
  ["zero_width", "transcript", "trans\u00adcript"],
  ["normalization", "café", "cafe\u0301"],
  ["letter_case", "The End", "the end"],
  ["blanks", "a long line", "a long\n    line"],
  ["several", `the "end"`, "The  “End”"],
];

t.test("[hint.given] each kind is found, with the text that is there and nothing around it", async (t) => {
  for (const [kind, quote, text] of cases) {
    const before = "Some text before it, long enough for some blocks: ";
    const after = " — and as much text after it, which the quote has nothing of.";
    t.strictSame(await found(before + text + after, quote), [kind, text], kind);
    t.strictSame(await found(text, quote), [kind, text], `${kind} alone`);
  }
});

t.test("[hint.given] of several kinds that would do, the first in their order is named", async (t) => {
  t.strictSame(await found("x\r\nY and x  y", "x\nY"), ["line_endings", "x\r\nY"]);
  t.strictSame(await found("Don’t. DON'T.", "Don't"), ["punctuation", "Don’t"]);
});

t.test("[hint.unique] text that occurs twice under a folding gives none, but another folding may", async (t) => {
  t.equal(await found("the end and the end", "The End"), null);
  t.equal(await found("aAaA", "AAa"), null, "overlapping occurrences count");
  t.strictSame(await found("the end and The\u00a0End", "The End"), ["spaces", "The\u00a0End"]);
});

t.test("[hint.unique] text that differs in anything else gives none", async (t) => {
  for (const [file, quote] of [
    ["one two three", "one three"],
    ["one two", "one two."],
    ["Maße", "Mass"],
    ["café", "cafe"],
    ["wait… what", "wait.."],
    ["anything", "\u200b\u200b"],
    ["", "a"],
  ] as const) {
    t.equal(await found(file, quote), null, JSON.stringify([file, quote]));
  }
});

t.test("[hint.citable] bytes that are not UTF-8 match nothing and shift nothing", async (t) => {
  const broken = Buffer.of(0xff, 0xe2, 0x80, 0x41, 0xf0, 0x9f);
  const file = Buffer.concat([broken, Buffer.from("the End"), broken, Buffer.from("the"), broken, Buffer.from("End")]);
  const hint = await nearMiss("The End", sourceOf(file), { blockBytes: 8 });
  t.strictSame(hint, { kind: "letter_case", offset: 6, length: 7 });
  t.equal(await found(Buffer.from("a\xff", "latin1"), "A\ufffd"), null, "U+FFFD is not what stands for them");
});

t.test("[hint.bounded] when the time is over, or the file ends too soon, there is none", async (t) => {
  const bytes = Buffer.from("one two three four five six seven eight. THE END.");
  const timed = async (most: number): Promise<boolean> => {
    let looks = 0;
    const source = sourceOf(bytes, { expired: () => ++looks > most });
    return (await nearMiss("The End", source, { blockBytes: 16 })) !== null;
  };
  t.ok(await timed(1000));
  let most = 0;
  while (!(await timed(most))) most++;
  t.ok(most > 10, "the time was looked at between blocks and steps");
  t.equal(await nearMiss("The End", sourceOf(bytes, { read: async () => false })), null);
});

t.test("[hint.bounded] a file of marks and blanks alone takes no more time than another", async (t) => {
  const marks = Buffer.from("\u0301\u0323 ".repeat(20_000));
  t.equal(await nearMiss("a b", sourceOf(marks)), null);
});

/** Each has spellings that some folding makes equal; the letters begin a word, the others may follow. */
const letters = [
  ["a", "A"],
  ["b", "B"],
  ["é", "e\u0301", "É"],
  ["\u1ead", "\u00e2\u0323", "a\u0302\u0323"],
  ["σ", "ς", "Σ"],
  ["ß", "ẞ"],
  ["\u{10428}", "\u{10400}"],
  ["7"],
];
const others = [
  ["-", "–", "—", "--"],
  ['"', "“", "”"],
  ["...", "…"],
  [" ", "\u00a0", "  ", " \t"],
  ["\n", "\r\n", "\r"],
  ["", "\u200b"],
];

type Atom = readonly string[];
const atom = (from: readonly Atom[]) => fc.constantFrom(...from);
const word = fc.tuple(atom(letters), atom(others), atom([...others, [""]])).map((atoms): Atom[] => atoms);
const spelling = (atoms: readonly Atom[]) =>
  fc.tuple(...atoms.map((atom) => fc.constantFrom(...atom))).map((parts) => parts.join(""));

/** A file of a few words, and a quote that spells some of them anew. */
const scene = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 10 }), fc.nat(), fc.nat())
  .chain(([words, from, length]) => {
    const atoms = words.flat();
    const start = from % atoms.length;
    const quoted = atoms.slice(start, start + 1 + (length % 8));
    return fc.record({
      file: fc
        .tuple(...words.map(spelling), fc.constantFrom("", "\xff"))
        .map((parts) => Buffer.concat(parts.map((part) => (part === "\xff" ? Buffer.of(0xff) : Buffer.from(part))))),
      quote: spelling(quoted),
      blockBytes: fc.integer({ min: 32, max: 64 }),
    });
  });

/** What nearMiss promises, by trying every part of the file. */
function tried(file: Buffer, quote: string): [string, string, number] | null {
  const text = file.toString();
  for (const { kind, fold } of [...foldings, several]) {
    const [hay, needle] = [fold(text), fold(quote)];
    const first = needle === "" ? -1 : hay.indexOf(needle);
    if (first === -1 || hay.includes(needle, first + 1)) continue;
    for (let length = 1; length <= text.length; length++) {
      for (let start = text.length - length; start >= 0; start--) {
        const part = text.slice(start, start + length);
        if (fold(part) === needle) return [kind, part, start];
      }
    }
  }
  return null;
}

t.test("[hint.unique] it finds what trying every part of the file finds", async (t) => {
  let hints = 0;
  await fc.assert(
    fc.asyncProperty(scene, async ({ file, quote, blockBytes }) => {
      fc.pre(quote !== "" && !file.includes(quote));
      const hint = await nearMiss(quote, sourceOf(file), { blockBytes });
      const expected = tried(file, quote);
      const end = hint === null ? 0 : hint.offset + hint.length;
      const actual = hint && [
        hint.kind,
        file.toString("utf8", hint.offset, end),
        file.toString("utf8", 0, hint.offset).length,
      ];
      assert.deepEqual(actual, expected);
      if (hint !== null) hints++;
    }),
    { numRuns: 800 },
  );
  t.ok(hints > 400, `${hints} hints`);
});

t.test("[hint.citable] the hint of any file and quote can be cited as a range", async () => {
  const hasher = () => ({ update: () => {}, hex: () => "" });
  await fc.assert(
    fc.asyncProperty(scene, async ({ file, quote, blockBytes }) => {
      const hint = await nearMiss(quote, sourceOf(file), { blockBytes });
      if (hint === null) return;
      const scan = spanScan([{ offset: hint.offset, length: hint.length, quote: null }], hasher);
      scan.feed(file);
      assert.equal(scan.finish()[0]?.kind, "found");
    }),
    { numRuns: 500 },
  );
});
