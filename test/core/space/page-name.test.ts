import assert from "node:assert/strict";
import fc from "fast-check";
import t from "tap";
import { encodePath, nameResolution, readPageName } from "../../../src/core/space/page-name.ts";

function read(given: string) {
  const answer = readPageName(given, "name");
  return answer.ok ? answer.name.files : answer.refusal;
}

t.test(
  "[bridge.names] a last part without an extension gets .md; with a dot but none it may be a file as well",
  async (t) => {
    const cases: [given: string, ...files: string[]][] = [
      ["a", "a.md"],
      [" \t\na\u00a0\u3000", "a.md"],
      ["a.md", "a.md"],
      ["a.MD", "a.MD"],
      ["a/b", "a/b.md"],
      ["v1.5 notes", "v1.5 notes", "v1.5 notes.md"],
      ["v1.5", "v1.5"],
      ["v1.5/notes", "v1.5/notes.md"],
      ["a.", "a.", "a..md"],
      ["a.é", "a.é", "a.é.md"],
      ["...", "...", "....md"],
      [".hidden", ".hidden"],
      ["..a", "..a"],
      ["a/.. b", "a/.. b", "a/.. b.md"],
      ["%2e%2ea", "%2e%2ea.md"],
      ["a#b?c%d", "a#b?c%d.md"],
      ["日本 \u{1f600}", "日本 \u{1f600}.md"],
    ];
    for (const [given, ...files] of cases) t.strictSame(read(given), files, JSON.stringify(given));
  },
);

t.test("[bridge.names] what cannot be a page's name is refused", async (t) => {
  for (const given of ["", " ", "\n", "\u00a0"]) {
    t.match(read(given), { code: "BAD_INPUT", facts: { problem: "name must not be empty" } }, JSON.stringify(given));
  }
  const dots = ["..", ".", "%2e%2e", "%2E.", ".%2e", "%2e"];
  const bad = [...dots, ...dots.flatMap((part) => [`${part}/a`, `a/${part}/b`, `a/${part}`, `a/${part} `])];
  bad.push(
    "/a",
    " /a",
    "//a",
    "a//b",
    "a/",
    "a/ /..",
    "a\u0000b",
    "a\nb",
    "a\u007f",
    "a\u0085b",
    "\ud800",
    "a\udc00/b",
    "n".repeat(253),
    `${"é".repeat(128)}/a.md`,
    `${"n/".repeat(2047)}n`,
  );
  for (const given of bad) t.match(read(given), { code: "BAD_NAME" }, JSON.stringify(given).slice(0, 80));
  t.strictSame(read("n".repeat(252)), [`${"n".repeat(252)}.md`]);
});

t.test(
  "[bridge.names] whatever is taken stays below the files of the server, and is read back as it was",
  async (t) => {
    const piece = fc.constantFrom(
      "a",
      ".",
      "..",
      "/",
      " ",
      "%2e",
      "%2E",
      "%",
      "#",
      "?",
      "\\",
      "é",
      "\u{1f600}",
      "md",
      ":",
    );
    const given = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
      fc.string({ unit: "binary", maxLength: 12 }),
    );
    const root = new URL("http://127.0.0.1/.fs/");
    fc.assert(
      fc.property(given, (given) => {
        const answer = readPageName(given, "name");
        if (!answer.ok) return;
        for (const file of answer.name.files) {
          const url = new URL(root.href + encodePath(file));
          assert.equal(url.search + url.hash, "");
          assert.equal(decodeURIComponent(url.pathname), `/.fs/${file}`);
          assert.deepEqual(read(file), /\.[A-Za-z0-9]+$/.test(file) ? [file] : [file, `${file}.md`]);
        }
      }),
      { numRuns: 5000 },
    );
    t.pass("for every name");
  },
);

t.test("[bridge.names] a result tells how a name was read when it was changed", async (t) => {
  const cases: [given: string, file: string, suffix: ".md" | null | undefined][] = [
    ["a.md", "a.md", undefined],
    ["a", "a.md", ".md"],
    [" a.md ", "a.md", null],
    ["v1.5 notes", "v1.5 notes", undefined],
    ["v1.5 notes", "v1.5 notes.md", ".md"],
  ];
  for (const [given, file, suffix] of cases) {
    const answer = readPageName(given, "name");
    t.ok(answer.ok);
    if (!answer.ok) continue;
    const expected = suffix === undefined ? null : { requested: given, resolved: file, suffix_added: suffix };
    t.strictSame(nameResolution(answer.name, file), expected);
  }
});
