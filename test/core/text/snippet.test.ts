import assert from "node:assert/strict";
import fc from "fast-check";
import t from "tap";
import { snippetAround } from "../../../src/core/text/snippet.ts";

t.test("[bridge.snippet] a short text is shown whole, on one line", async (t) => {
  t.equal(snippetAround("", 0, 0), "");
  t.equal(snippetAround("a\r\nb\tc\u0000d\u2028e\u0085f", 0, 1), "a  b c d e f");
  t.equal(snippetAround("x".repeat(84), 80, 4), "x".repeat(84));
});

t.test("[bridge.snippet] what is cut off is marked, and the hit stands in the middle", async (t) => {
  const text = `${"a".repeat(100)}HIT${"b".repeat(100)}`;
  t.equal(snippetAround(text, 100, 3), `…${"a".repeat(39)}HIT${"b".repeat(40)}…`);
  t.equal(snippetAround(text, 0, 1), `${"a".repeat(83)}…`);
  t.equal(snippetAround(text, 202, 1), `…${"b".repeat(83)}`);
  t.equal(snippetAround(`${"a".repeat(200)}`, 20, 150), `…${"a".repeat(82)}…`, "a hit that is longer than a snippet");
});

t.test("[bridge.snippet] a snippet has at most 84 characters, holds the hit and no half pair", async () => {
  const unit = fc.constantFrom("a", "b", "\u{1f600}", "\n", "é", "\u0085");
  const text = fc.array(unit, { minLength: 1, maxLength: 150, size: "max" });
  fc.assert(
    fc.property(text, fc.nat(), fc.integer({ min: 1, max: 120 }), (units, start, count) => {
      const from = start % units.length;
      const hit = units.slice(from, from + count).join("");
      const whole = units.join("");
      const at = units.slice(0, from).join("").length;
      const snippet = snippetAround(whole, at, hit.length);
      assert.ok(snippet.length <= 84, snippet);
      assert.ok(snippet.isWellFormed(), snippet);

      const plain = whole.replace(/[\n\u0085]/g, " ");
      const shown = snippet.replace(/^…|…$/g, "");
      assert.ok(plain.includes(shown));
      if (!snippet.startsWith("…")) assert.ok(plain.startsWith(shown));
      if (!snippet.endsWith("…")) assert.ok(plain.endsWith(shown));
      const begin = hit.replace(/[\n\u0085]/g, " ").slice(0, hit.length > 82 ? 40 : 82);
      assert.ok(snippet.includes(begin.toWellFormed().replace("\ufffd", "")), JSON.stringify([snippet, begin]));
      if (whole.length <= 84) assert.equal(snippet, plain);
      else assert.ok(snippet.length >= 80, snippet);
    }),
    { numRuns: 5000 },
  );
});
