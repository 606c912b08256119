import assert from "node:assert/strict";
import fc from "fast-check";
import t from "tap";
import { type FrontmatterRange, frontmatterRange } from "../../../src/core/text/frontmatter-range.ts";
import { shown } from "./shown.ts";

/** The range that a text is marked with: at each end of the inner lines, and where the closing fence's line ends. */
function markedRange(marked: string): FrontmatterRange {
  const [innerStart, innerEnd, end] = [...marked.matchAll(/◆/g)].map(({ index }, marks) => index - marks);
  return { innerStart: innerStart ?? -1, innerEnd: innerEnd ?? -1, end: end ?? -1 };
}

t.test("[bridge.prepend] a frontmatter is what stands between the first line and the next fence", async (t) => {
  for (const marked of [
    "---\n◆a: 1\n◆---\n◆body",
    "---\n◆a: 1\n◆...\n◆body",
    "---\n◆◆---\n◆",
    "---\n◆a: 1\n◆---◆",
    "--- \t\n◆a: 1\n◆--- \t\n◆---\n",
    "\ufeff---\n◆a: 1\n◆---\n◆body",
    "---\r\n◆a: 1\r\n◆---\r\n◆body\r\n",
    "---\r\n◆a: 1\n◆---\r\n◆",
    "---\n◆ ---\n----\n---x\na\u2028---\nb\r---\n◆---\n◆",
  ]) {
    t.strictSame(frontmatterRange(marked.replaceAll("◆", "")), markedRange(marked), shown(marked));
  }
});

t.test("[bridge.prepend] unclosed, later or other lines are no frontmatter", async (t) => {
  for (const text of ["", "---", "---\n", "---\na: 1\n", "\n---\n---\n", " ---\n---\n", "----\n---\n", "---\r---\n"]) {
    t.equal(frontmatterRange(text), null, shown(text));
  }
  t.equal(frontmatterRange(`---\n${" ---\n".repeat(100_000)}`), null);
  t.equal(frontmatterRange(`---\n---${" ".repeat(1_000_000)}x`), null);
});

t.test("[bridge.prepend] the range is what reading line by line gives", async () => {
  const piece = fc.constantFrom("---", "...", "--- ", "----", "a: 1", "\ufeff", "\r", "\u2028", "\n", "\n", "\r\n", "");
  fc.assert(
    fc.property(fc.constantFrom("---\n", "\ufeff---\r\n", ""), fc.array(piece, { maxLength: 12 }), (start, pieces) => {
      const text = start + pieces.join("");
      const [first = "", ...lines] = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
      const isFence = (line: string) => /^(---|\.\.\.)[ \t]*(\r?\n)?$/.test(line);
      const fence = lines.findIndex(isFence);
      const inner = lines.slice(0, fence).join("").length + first.length;
      const expected =
        /^\ufeff?---[ \t]*\r?\n$/.test(first) && fence >= 0
          ? { innerStart: first.length, innerEnd: inner, end: inner + (lines[fence] as string).length }
          : null;
      assert.deepEqual(frontmatterRange(text), expected, shown(text));
    }),
    { numRuns: 3000 },
  );
});
