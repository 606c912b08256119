import assert from "node:assert/strict";
import fc from "fast-check";
import t from "tap";
import { firstRef, linkTarget, linkTargets } from "../../../src/core/text/wikilinks.ts";
import { cpuTime } from "./cpu-time.ts";

t.test("[bridge.links] a target has no alias, header, position, outer blanks and slashes, and no .md", async (t) => {
  const cases: [inner: string, target: string][] = [
    ["Foo", "Foo"],
    ["Foo|the foo", "Foo"],
    ["Foo|a#b@c", "Foo"],
    ["Foo#Header", "Foo"],
    ["Foo@123", "Foo"],
    ["Foo#Header@1|x", "Foo"],
    [" /Foo/Bar/ ", "Foo/Bar"],
    ["Foo.md", "Foo"],
    ["/Foo.md#x", "Foo"],
    ["Foo.md/", "Foo"],
    ["Foo.MD", "Foo.MD"],
    ["v1.5 notes", "v1.5 notes"],
    ["image.png", "image.png"],
    ["#Header", ""],
    ["|x", ""],
    ["", ""],
    [" / .md", ""],
    ["a [b] c", "a [b] c"],
    ["ΟΔΟΣ/\u{1f600}", "ΟΔΟΣ/\u{1f600}"],
  ];
  for (const [inner, target] of cases) {
    t.equal(linkTarget(inner), target, inner);
    t.strictSame(linkTargets(`see [[${inner}]].`), [target], inner);
  }
});

t.test("[bridge.links] all links of a line are found, the innermost where brackets nest", async (t) => {
  t.strictSame(linkTargets("[[a]] and ![[b|c]], [[d]][[e]]"), ["a", "b", "d", "e"]);
  t.strictSame(linkTargets("[[a [[b]] c]]"), ["b"]);
  t.strictSame(linkTargets("[[[a]]]"), ["a"]);
  t.strictSame(linkTargets("[a] [[b] ]] [[c"), ["b]"]);
  for (const line of ["", "[[", "]]", "]] [[", "[a]", "[ [a] ]"]) t.strictSame(linkTargets(line), [], line);
});

t.test("[bridge.task-ref] a reference is the first target, of which only the alias is dropped", async (t) => {
  t.equal(firstRef("do [[ Foo#a@1 | x]] and [[Bar]]"), "Foo#a@1");
  t.equal(firstRef("do [[#here]]"), "#here");
  t.equal(firstRef("do [[/Foo.md/]]"), "/Foo.md/");
  t.equal(firstRef("do [[]] and [[|x]] and [[Bar]]"), "Bar");
  t.equal(firstRef("do (this)"), null);
});

t.test("[bridge.links] links are those of a backtracking pattern", async () => {
  const line = fc.string({ unit: fc.constantFrom("[", "[", "]", "]", "a", "|", "#", "/", " "), maxLength: 24 });
  fc.assert(
    fc.property(line, (line) => {
      const expected = [...line.matchAll(/\[\[(?!\[)((?:(?!\[\[|\]\]).)*)\]\]/gs)].map(([, inner = ""]) =>
        linkTarget(inner),
      );
      assert.deepEqual(linkTargets(line), expected, line);
      assert.equal(linkTarget(line), linkTarget(line).replace(/^[\s/]+|[\s/]+$/g, ""));
    }),
    { numRuns: 5000 },
  );
});

t.test("[bridge.links] a hostile line takes linear time", async (t) => {
  for (const unit of ["[[", "]]", "[[a]", "[]", "[[|", "[[ /", "| ", "[ ]", "[[a]]"]) {
    const line = unit.repeat(500_000);
    for (const hostile of [line, `[[${line}x]]`]) {
      const taken = cpuTime(() => [linkTargets(hostile), firstRef(hostile)]);
      t.ok(taken < 3000, `${unit} took ${taken} ms`);
    }
  }
});
