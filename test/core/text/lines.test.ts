import assert from "node:assert/strict";
import fc from "fast-check";
import t from "tap";
import { lineEnd, splitLines } from "../../../src/core/text/lines.ts";

const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r", "\r\n", "\u2028", "\u0085", "\ufeff"), maxLength: 20 });

t.test("[bridge.lines] only LF ends a line, and a final one begins no further line", async (t) => {
  t.strictSame(splitLines(""), []);
  t.strictSame(splitLines("\n"), ["\n"]);
  t.strictSame(splitLines("a\r\nb\rc\u2028d\u0085e\n\nf"), ["a\r\n", "b\rc\u2028d\u0085e\n", "\n", "f"]);
});

t.test("[bridge.lines] joined the lines are the text, and each but the last ends in its only LF", async () => {
  fc.assert(
    fc.property(text, (text) => {
      const lines = splitLines(text);
      assert.equal(lines.join(""), text);
      for (const [at, line] of lines.entries()) {
        const last = at === lines.length - 1;
        assert.match(line, last ? /^[^\n]+\n?$|^\n$/ : /^[^\n]*\n$/);
        assert.ok(line.endsWith(lineEnd(line)));
        assert.equal(lineEnd(line), /\r?\n$/.exec(line)?.[0] ?? "");
      }
    }),
    { numRuns: 1000 },
  );
});
