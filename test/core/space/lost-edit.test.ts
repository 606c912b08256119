import fc from "fast-check";
import t from "tap";
import { type EditFate, editFate } from "../../../src/core/space/lost-edit.ts";
import { appendText, patchLines, prependText, replaceText } from "../../../src/core/text/page-edits.ts";

t.test("[bridge.edit-fate] what became of an edit is told by what is left of it", async (t) => {
  const cases: [fate: EditFate, before: string, written: string, now: string, why: string][] = [
    ["stands", "a\n", "a\nx\n", "a\nx\n", "nothing happened"],
    ["stands", "a\n", "a\nx\n", "b\na\nx\ny\n", "written around it"],
    ["stands", "a", "a\nx", "a\nx\ny", "its last line gained an end"],
    ["stands", "a\n", "a\nx\n", "a\r\nx\r\n", "saved with other line ends"],
    ["stands", "a\n", "a\nx  \n", "a\nx\n", "blanks at the end of a line taken away"],
    ["stands", "x\n", "x\nx\n", "y\nx\nx\n", "a line that was there already stands twice"],
    ["lost", "x\n", "x\nx\n", "x\ny\n", "a line that was there already stands once"],
    ["lost", "a\n", "a\nx\n", "a\n", "the base put back"],
    ["lost", "a\n", "a\nx\n", "a\ny\n", "written to the base, equal in length"],
    ["lost", "a\n", "a\nx\n", "", "all taken away"],
    ["lost", "a\n", "a\n\nx\n", "a\n\ny\n", "empty lines come with any text"],
    ["unclear", "a\n", "a\nx\n\nz\n", "a\n\nz\n", "half of it is left"],
    ["unclear", "a\n", "a\nfoo", "a\nfoo bar\n", "written on within its last line"],
    ["unclear", "a\n", "a\nfoo\n", "a\n  foo\n", "indented"],
    ["stands", "a\nx\n", "a\n", "a\ny\n", "a line that was taken out stays out"],
    ["lost", "a\nx\n", "a\n", "a\nx\ny\n", "a line that was taken out is there again"],
    ["unclear", "a\nx\nz\n", "a\n", "a\nz\n", "one of two lines is there again"],
    ["lost", "a\n\nb\n", "a\nb\n", "a\n\nb\nc\n", "an empty line is there again"],
    ["lost", "a\n", "a\n\n", "a\n", "an empty line is gone again"],
    ["unclear", "a\n", "a\n\n", "a\n\nb\n", "any text may have brought the empty line"],
    ["lost", "a\nb\n", "b\na\n", "a\nb\nc\n", "the order put back"],
    ["unclear", "a\nb\n", "b\na\n", "c\nb\na\n", "only the order was changed, and it is another one"],
  ];
  for (const [fate, before, written, now, why] of cases) {
    t.equal(editFate(before, written, now), fate, `${why}: ${JSON.stringify([before, written, now])}`);
  }
});

// Words of the edit never occur in what others write, so that the oracle knows whose a line is.
const theirs = fc.constantFrom("", "", "- [ ] milk", "```", "## Log", "the same", "the same", "  deep", "α β");
const ours = fc.constantFrom("", "our own line", "- [ ] our task", "```ours", "  our indent", "our α");
const end = fc.constantFrom("\n", "\n", "\r\n");
const text = (line: fc.Arbitrary<string>, minLength: number) =>
  fc
    .tuple(fc.array(fc.tuple(line, end), { minLength, maxLength: 6 }), fc.boolean())
    .map(([lines, closed]) =>
      lines.map(([line, end], at) => line + (closed || at < lines.length - 1 ? end : "")).join(""),
    );
const base = text(theirs, 1);
const brought = text(ours, 1).filter((given) => given.trim() !== "");

/** An edit of each tool that brings text in. */
const edited = fc
  .tuple(base, brought, fc.nat(5), fc.nat(3), fc.constantFrom("append", "prepend", "lines", "replace"))
  .map(([before, given, start, length, tool]) => {
    switch (tool) {
      case "append":
        return { before, written: appendText(before, given) };
      case "prepend":
        return { before, written: prependText(before, given, "top") };
      case "lines": {
        const patched = patchLines(before, start + 1, start + 1 + length, given);
        return { before, written: patched.ok ? patched.text : appendText(before, given) };
      }
      default: {
        const replaced = replaceText(before, "the same", given, true);
        return { before, written: replaced.ok ? replaced.text : appendText(before, given) };
      }
    }
  });

/** Another writer's whole lines, put before a line of the page or at its end. */
const insertion = fc.tuple(text(theirs, 0), fc.nat(20));
function insert(page: string, [given, at]: [string, number]): string {
  const lines = page.split(/(?<=\n)/);
  const place = Math.min(at, lines.length);
  const [head, tail] = [lines.slice(0, place).join(""), lines.slice(place).join("")];
  const closed = (part: string): string => (part === "" || part.endsWith("\n") ? part : `${part}\n`);
  return tail === "" ? closed(head) + given : closed(head) + closed(given) + tail;
}

t.test("[bridge.edit-fate] an edit that another writer built on is never called lost", async (t) => {
  fc.assert(
    fc.property(edited, fc.array(insertion, { maxLength: 3 }), ({ before, written }, insertions) => {
      t.not(editFate(before, written, insertions.reduce(insert, written)), "lost");
    }),
    { numRuns: 3000 },
  );
});

t.test("[bridge.edit-fate] an edit is called lost when another writer put the base back or wrote to it", async (t) => {
  fc.assert(
    fc.property(edited, fc.array(insertion, { maxLength: 3 }), ({ before, written }, insertions) => {
      fc.pre(/our/.test(written));
      t.equal(editFate(before, written, before), "lost");
      t.equal(editFate(before, written, insertions.reduce(insert, before)), "lost");
    }),
    { numRuns: 3000 },
  );
});

t.test(
  "[bridge.edit-fate] deleted lines are lost when they are there again, and stand while they are gone",
  async (t) => {
    fc.assert(
      fc.property(base, fc.nat(5), fc.nat(3), insertion, (before, start, length, inserted) => {
        const patched = patchLines(before, start + 1, start + 1 + length, "");
        fc.pre(patched.ok && patched.text.trimEnd() !== before.trimEnd());
        if (!patched.ok) return;
        t.equal(editFate(before, patched.text, before), "lost");
        t.equal(editFate(before, patched.text, insert(before, inserted)), "lost");
      }),
      { numRuns: 2000 },
    );
  },
);

t.test("[bridge.edit-fate] long texts of short lines are judged at once", async (t) => {
  const lines = (word: string) => Array.from({ length: 60_000 }, (_, at) => `${word}${at % 97}\n`).join("");
  const before = lines("a");
  const started = performance.now();
  t.equal(editFate(before, before + lines("b"), before + lines("c")), "lost");
  t.ok(performance.now() - started < 2000);
});
