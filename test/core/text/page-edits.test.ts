import assert from "node:assert/strict";
import fc from "fast-check";
import t from "tap";
import { appendText, patchLines, prependText, replaceText } from "../../../src/core/text/page-edits.ts";
import { cpuTime } from "./cpu-time.ts";
import { shown } from "./shown.ts";

const bom = "\ufeff";
const piece = fc.constantFrom("a", "b", "\n", "\n", "\r\n", "\r", "\u2028", "---", "$&", "\u{1f600}");
const body = fc
  .tuple(fc.constantFrom("", bom), fc.array(piece, { maxLength: 16, size: "max" }))
  .map(([start, pieces]) => start + pieces.join(""));
const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(""));

/** The lines of a text without their ends, and without a BOM. */
function linesOf(text: string): string[] {
  const lines = text.replace(bom, "").split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

t.test("[bridge.append] one LF stands between, unless the page is empty or ends in one", async (t) => {
  t.equal(appendText("", "x"), "x");
  t.equal(appendText("a", "x"), "a\nx");
  t.equal(appendText("a\n", "x\n"), "a\nx\n");
  t.equal(appendText("a\r\n\r\n", "x"), "a\r\n\r\nx");
  t.equal(appendText("a\r", "x"), "a\r\nx");
});

t.test("[bridge.prepend] the text goes after the closing fence, or to the top", async (t) => {
  const cases: [body: string, after: string, top: string][] = [
    ["", "x", "x"],
    ["a", "x\na", "x\na"],
    ["---\nk: v\n---\na", "---\nk: v\n---\nx\na", "x\n---\nk: v\n---\na"],
    ["---\r\nk: v\r\n---\r\na\r\n", "---\r\nk: v\r\n---\r\nx\na\r\n", "x\n---\r\nk: v\r\n---\r\na\r\n"],
    ["---\nk: v\n...", "---\nk: v\n...\nx", "x\n---\nk: v\n..."],
    ["---\nk: v\n---\n", "---\nk: v\n---\nx", "x\n---\nk: v\n---\n"],
    ["---\nk: v\n", "x\n---\nk: v\n", "x\n---\nk: v\n"],
    [`${bom}a`, `${bom}x\na`, `${bom}x\na`],
    [bom, `${bom}x`, `${bom}x`],
    [`${bom}---\n---\na`, `${bom}---\n---\nx\na`, `${bom}x\n---\n---\na`],
  ];
  for (const [body, after, top] of cases) {
    t.equal(prependText(body, "x", "after_frontmatter"), after, shown(body));
    t.equal(prependText(body, "x", "top"), top, shown(body));
    t.equal(prependText(body, "", "after_frontmatter"), body, "nothing to put there, nothing changed");
  }
  t.equal(prependText("a", "x\r\n", "top"), "x\r\na");
});

t.test("[bridge.bytes] what is prepended stands in between, with at most a line end on each side", async () => {
  const position = fc.constantFrom("after_frontmatter" as const, "top" as const);
  const start = fc.constantFrom("", "---\n", "---\na: 1\n---\n", "---\r\n---");
  fc.assert(
    fc.property(start, body, text, position, (start, rest, text, position) => {
      const body = start + rest;
      const patched = prependText(body, text, position);
      const possible = Array.from({ length: body.length + 1 }, (_, at) => [body.slice(0, at), body.slice(at)]);
      assert.ok(
        possible.some(([before = "", after = ""]) =>
          ["", "\n"].some((gap) =>
            ["", "\n"].some(
              (end) =>
                patched === before + gap + text + end + after &&
                (gap === "" || (/(---|\.\.\.)[ \t]*$/.test(before) && after === "")) &&
                (end === "" || (!text.endsWith("\n") && after !== "")),
            ),
          ),
        ),
        shown([body, text, patched]),
      );
      assert.ok(!body.startsWith(bom) || patched.startsWith(bom));
    }),
    { numRuns: 2000 },
  );
});

t.test("[bridge.patch-lines] lines are replaced, and those around them stay", async (t) => {
  const cases: [body: string, start: number, end: number, content: string, expected: string][] = [
    ["a\nb\nc\n", 2, 2, "x", "a\nx\nc\n"],
    ["a\nb\nc\n", 2, 2, "x\n", "a\nx\nc\n"],
    ["a\nb\nc\n", 2, 3, "x", "a\nx\n"],
    ["a\nb\nc\n", 1, 2, "", "c\n"],
    ["a\nb\nc\n", 3, 3, "", "a\nb\n"],
    ["a\nb\nc\n", 1, 3, "", ""],
    ["a\r\nb\r\nc\r\n", 2, 2, "x", "a\r\nx\r\nc\r\n"],
    ["a\nb\r\nc", 1, 2, "x\ny", "x\ny\r\nc"],
    ["a\nb\nc", 3, 3, "x", "a\nb\nx"],
    ["a\nb\nc", 3, 3, "x\n", "a\nb\nx"],
    ["a\nb\nc", 3, 3, "x\r\n", "a\nb\nx"],
    ["a\nb\nc", 3, 3, "", "a\nb"],
    ["a\r\nb\r\nc", 2, 3, "", "a"],
    ["a\n\nc", 3, 3, "", "a"],
    ["a\nb\nc", 1, 3, "", ""],
    ["a\nb\nc", 2, 2, "", "a\nc"],
    ["a\u2028b\rc\n\nd", 1, 1, "x", "x\n\nd"],
    [`${bom}a\nb`, 1, 1, "x", `${bom}x\nb`],
    [`${bom}a\nb`, 1, 1, `${bom}x`, `${bom}x\nb`],
    [`${bom}a\nb`, 1, 1, "", `${bom}b`],
    [`${bom}a\nb`, 1, 2, "", ""],
    [`${bom}a\nb`, 2, 2, `${bom}x`, `${bom}a\n${bom}x`],
  ];
  for (const [body, start, end, content, text] of cases) {
    t.strictSame(patchLines(body, start, end, content), { ok: true, text }, shown([body, start, end, content]));
  }
});

t.test("[bridge.patch-lines] an end beyond the last line is out of bounds, and the lines are told", async (t) => {
  for (const [body, lines] of [
    ["", 0],
    [bom, 0],
    ["a", 1],
    ["a\n", 1],
    ["\n", 1],
    ["a\n\n", 2],
    ["a\rb\u2028c\u0085d", 1],
  ] as const) {
    t.strictSame(patchLines(body, 1, lines + 1, "x"), { ok: false, lines }, shown(body));
    if (lines > 0) t.ok(patchLines(body, lines, lines, "x").ok);
  }
});

t.test("[bridge.patch-lines] the page is the old lines with the new ones between, and ends as it ended", async () => {
  fc.assert(
    fc.property(body, text, fc.nat(8), fc.nat(8), (body, content, from, more) => {
      fc.pre(!content.endsWith("\r"));
      const lines = linesOf(body);
      const answer = patchLines(body, from + 1, from + 1 + more, content);
      assert.equal(answer.ok, from + more < lines.length);
      if (!answer.ok) {
        assert.equal(answer.lines, lines.length);
        return;
      }
      const { text } = answer;
      const expected = [...lines.slice(0, from), ...linesOf(content), ...lines.slice(from + more + 1)];
      if (!body.endsWith("\n")) while (expected.at(-1) === "") expected.pop();
      assert.deepEqual(linesOf(text), expected, shown([body, content, text]));
      if (text === "") return;
      assert.equal(text.endsWith("\n"), body.endsWith("\n"), shown([body, content, text]));
      assert.equal(text.startsWith(bom), body.startsWith(bom));
    }),
    { numRuns: 5000 },
  );
});

t.test("[bridge.bytes] lines outside the patch keep every byte", async () => {
  fc.assert(
    fc.property(body, text, fc.nat(8), fc.nat(8), (body, content, from, more) => {
      const lines = body.match(/[^\n]*\n|[^\n]+$/g) ?? [];
      const answer = patchLines(body, from + 1, from + 1 + more, content);
      if (!answer.ok) return;
      const after = lines.slice(from + more + 1).join("");
      assert.ok(answer.text.endsWith(after));
      if (after !== "" || body.endsWith("\n")) assert.ok(answer.text.startsWith(lines.slice(0, from).join("")));
    }),
    { numRuns: 2000 },
  );
});

t.test("[bridge.replace] the text is literal, and met once unless all are meant", async (t) => {
  t.strictSame(replaceText("a.c abc", "a.c", "$&$1$$", false), { ok: true, text: "$&$1$$ abc" });
  t.strictSame(replaceText("abc", "b", "", false), { ok: true, text: "ac" });
  t.strictSame(replaceText("abc", "x", "y", false), { ok: false, count: 0, tooLong: false });
  t.strictSame(replaceText("abc", "x", "y", true), { ok: false, count: 0, tooLong: false });
  t.strictSame(replaceText("aaaa", "aa", "b", false), { ok: false, count: 2, tooLong: false });
  t.strictSame(replaceText("aaaaa", "aa", "b", true), { ok: true, text: "bba" });
  t.strictSame(replaceText("a\r\nb\u2028", "\r\n", "\n", false), { ok: true, text: "a\nb\u2028" });
  t.strictSame(replaceText("\u{1f600}", "\ud83d", "x", false), { ok: false, count: 0, tooLong: false });
});

t.test("[bridge.replace] replacing all is splitting and joining", async () => {
  const unit = fc.constantFrom("a", "b", "aa", "ab", "\n", "$&");
  const letters = (minLength: number, maxLength: number) =>
    fc.array(unit, { minLength, maxLength }).map((units) => units.join(""));
  fc.assert(
    fc.property(letters(0, 30), letters(1, 4), letters(0, 2), fc.boolean(), (body, find, replacement, all) => {
      const parts = body.split(find);
      const count = parts.length - 1;
      const refused = count === 0 || (count > 1 && !all);
      assert.deepEqual(
        replaceText(body, find, replacement, all),
        refused ? { ok: false, count, tooLong: false } : { ok: true, text: parts.join(replacement) },
      );
    }),
    { numRuns: 3000 },
  );
});

t.test("[bridge.replace] a search takes linear time, and an outcome that no string can hold is refused", async (t) => {
  const half = "a".repeat(128 * 1024);
  const taken = cpuTime(() => t.notOk(replaceText("a".repeat(4_000_000), `${half}b${half}`, "", true).ok));
  t.ok(taken < 3000, `${taken} ms`);
  t.strictSame(replaceText(half, "a", half, true), { ok: false, count: half.length, tooLong: true });
});
