import assert from "node:assert/strict";
import { applyPatch, diffLines, parsePatch } from "diff";
import fc from "fast-check";
import t from "tap";
import { unifiedDiff } from "../../../src/core/text/unified-diff.ts";
import { cpuTime } from "./cpu-time.ts";

const diff = (before: string, after: string): string => unifiedDiff(before, after, "original", "patched");
const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `line ${at}\n`);

t.test("[bridge.diff] equal texts have no difference, others a unified diff with three lines of context", async (t) => {
  t.equal(diff("", ""), "");
  t.equal(diff("a\n", "a\n"), "");
  const before = numbered(20);
  const after = before.with(9, "changed\n");
  t.equal(
    diff(before.join(""), after.join("")),
    [
      "--- original",
      "+++ patched",
      "@@ -7,7 +7,7 @@",
      " line 6",
      " line 7",
      " line 8",
      "-line 9",
      "+changed",
      " line 10",
      " line 11",
      " line 12",
      "",
    ].join("\n"),
  );
  t.equal(diff("", "a\n"), "--- original\n+++ patched\n@@ -0,0 +1,1 @@\n+a\n");
  t.equal(diff("a\n", ""), "--- original\n+++ patched\n@@ -1,1 +0,0 @@\n-a\n");
});

t.test("[bridge.diff] differences are shown together when their context touches", async (t) => {
  const before = numbered(40);
  const hunks = (...changed: number[]) => {
    const after = before.map((line, at) => (changed.includes(at) ? "changed\n" : line));
    return parsePatch(diff(before.join(""), after.join("")))[0]?.hunks.map(({ oldStart, oldLines }) => [
      oldStart,
      oldLines,
    ]);
  };
  t.strictSame(hunks(10, 17), [[8, 14]]);
  t.strictSame(hunks(10, 18), [
    [8, 7],
    [16, 7],
  ]);
  t.strictSame(hunks(0, 39), [
    [1, 4],
    [37, 4],
  ]);
});

t.test("[bridge.diff] a missing final newline is told, and line ends other than LF are text", async (t) => {
  const none = "\\ No newline at end of file";
  t.equal(diff("a\nb", "a\nb\n"), `--- original\n+++ patched\n@@ -1,2 +1,2 @@\n a\n-b\n${none}\n+b\n`);
  t.equal(diff("a\r\nb", "a\nb"), `--- original\n+++ patched\n@@ -1,2 +1,2 @@\n-a\r\n+a\n b\n${none}\n`);
  t.equal(
    diff("a\u2028b\r\n", "a\u2028c\r\n"),
    "--- original\n+++ patched\n@@ -1,1 +1,1 @@\n-a\u2028b\r\n+a\u2028c\r\n",
  );
});

t.test("[bridge.diff] the names of the pages stand above", async (t) => {
  const [patch] = parsePatch(unifiedDiff("a\n", "b\n", "Areas/My garden.md", "Änderung.md"));
  t.match(patch, { oldFileName: "Areas/My garden.md", newFileName: "Änderung.md" });
});

const line = fc.constantFrom(
  "a",
  "b",
  "c",
  "",
  "\u2028",
  "--- x",
  "+++ y",
  "@@ -1,1 +1,1 @@",
  "\\ No",
  "x\ry",
  "-",
  "+",
);
const textOf = (most: number) =>
  fc
    .tuple(
      fc.array(fc.tuple(line, fc.constantFrom("\n", "\n", "\r\n")), { maxLength: most, size: "max" }),
      fc.option(line),
    )
    .map(([lines, last]) => lines.flat().join("") + (last ?? ""));

t.test("[bridge.diff] applied to the old text it gives the new one", async () => {
  fc.assert(
    fc.property(textOf(30), textOf(30), (before, after) => {
      const patch = diff(before, after);
      assert.equal(patch === "", before === after);
      const edits = patch.split("\n").filter((line) => /^[-+]/.test(line)).length - 2;
      const least = diffLines(before, after).filter(({ added, removed }) => added || removed);
      if (patch !== "")
        assert.equal(
          edits,
          least.reduce((sum, { count }) => sum + count, 0),
          patch,
        );
      if (patch !== "") assert.equal(applyPatch(before, patch, { autoConvertLineEndings: false }), after, patch);
    }),
    { numRuns: 3000 },
  );
});

t.test("[bridge.diff] applied to a long text with few edits it gives the edited one", async () => {
  const edit = fc.tuple(fc.nat(60), fc.nat(3), fc.array(line, { maxLength: 3 }));
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), fc.boolean(), (edits, closed) => {
      const lines = [...numbered(60), closed ? "last\n" : "last"];
      const edited = [...lines];
      for (const [at, count, inserted] of edits) edited.splice(at, count, ...inserted.map((line) => `${line}\n`));
      const [before, after] = [lines.join(""), edited.join("")];
      const patch = diff(before, after);
      if (before === after) assert.equal(patch, "");
      else assert.equal(applyPatch(before, patch, { autoConvertLineEndings: false }), after, patch);
    }),
    { numRuns: 1000 },
  );
});

/** 256 KiB of lines that are made one by one. */
function filled(line: (at: number) => string): string {
  let text = "";
  for (let at = 0; text.length < 256 * 1024; at++) text += line(at);
  return text.slice(0, 256 * 1024);
}

t.test("[bridge.diff] texts that differ very much are compared in time, between what they share", async (t) => {
  const shared = numbered(50).join("");
  const pairs: [string, string][] = [
    [filled(() => "\n"), filled(() => "a\n")],
    [filled((at) => `a${at}\n`), filled((at) => `b${at}\n`)],
    [filled((at) => `${"a".repeat(at % 40)}${at}\r\n`), filled((at) => `${"a".repeat(at % 40)}${at + 1e6}\r\n`)],
    [filled((at) => `${at % 2}\n`), filled((at) => `${(at >> 1) % 2}\n`)],
    [filled((at) => `${at % 7}\n`), filled((at) => `${at % 11}\n`)],
    [filled((at) => `${at}\n`), filled((at) => `${at % 3 === 0 ? "x" : at}\n`)],
    [filled(() => "a"), filled(() => "b")],
    ["", filled((at) => `${at}\n`)],
  ];
  for (const [old, now] of pairs) {
    const [before, after] = [shared + old + shared, shared + now + shared.trimEnd()];
    let patch = "";
    const taken = cpuTime(() => {
      patch = diff(before, after);
    });
    t.ok(taken < 1000, `${taken} ms`);
    t.equal(applyPatch(before, patch, { autoConvertLineEndings: false }), after);
  }
});
