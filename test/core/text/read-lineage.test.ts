import fc from "fast-check";
import t from "tap";
import { projectLineage, stampFrontmatter } from "../../../src/core/text/frontmatter.ts";
import { readLineage } from "../../../src/core/text/read-lineage.ts";

const value = { event_id: "1", text: '€ 😀 \u2028 --- \\ " :' };
const json = projectLineage(value);
const carried = { kind: "value", value };

t.test("[verify.frontmatter] what was stamped is read, wherever the content's own frontmatter put it", async (t) => {
  const contents = [
    "",
    "body\n",
    "\ufeffbody\r\n",
    "---\ntitle: x\n---\nbody\n",
    "--- \t\r\ntitle: x\r\n...\r\n",
    "\ufeff---\nlist:\n- a\n---\n",
    "---\nprose\n---\n",
    `---\na:\n${" - b\n".repeat(197)}---\n`,
    `---\ntext: "${"x".repeat(300_000)}"\n---\n`,
  ];
  for (const content of contents) {
    const stamped = stampFrontmatter(content, json);
    t.strictSame(stamped.ok && readLineage(stamped.content), carried, content.slice(0, 40));
  }
});

t.test("[verify.frontmatter] whatever can be stamped is read again", async () => {
  const line = fc.constantFrom(
    "---",
    "...",
    "a: 1",
    "b:",
    "- c",
    "  d",
    "# e",
    "",
    "wyrd_lineage: 1",
    "text",
    "{",
    "'",
  );
  const content = fc.array(line, { maxLength: 8 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(content, (text) => {
      const stamped = stampFrontmatter(text, json);
      return !stamped.ok || JSON.stringify(readLineage(stamped.content)) === JSON.stringify(carried);
    }),
    { numRuns: 3000 },
  );
});

t.test("[verify.frontmatter] the key counts as a key of the frontmatter only", async (t) => {
  const none = [
    "",
    `wyrd_lineage: ${json}\n`,
    `---\ntitle: x\n---\nwyrd_lineage: ${json}\n`,
    `---\nprose\nwyrd_lineage: ${json}\n---\n`,
    `---\na:\n  wyrd_lineage: ${json}\n---\n`,
    `---\na: |\n  wyrd_lineage: ${json}\n---\n`,
    `---\nwyrd_lineages: ${json}\n---\n`,
    `---\nwyrd_lineage: ${json}\n`,
    ` ---\nwyrd_lineage: ${json}\n---\n`,
    `...\nwyrd_lineage: ${json}\n---\n`,
    `---\n${"\n".repeat(200)}wyrd_lineage: ${json}\n---\n`,
  ];
  for (const content of none) t.strictSame(readLineage(content), { kind: "none" }, content.slice(0, 60));
});

t.test("[verify.frontmatter] a value of another form is told from one that was written", async (t) => {
  const others = [
    "wyrd_lineage:\n  event_id: 1",
    "wyrd_lineage: {event_id: 1}",
    "wyrd_lineage: 1",
    "wyrd_lineage: null",
    "wyrd_lineage:",
    `"wyrd_lineage": ${json}`,
    `? wyrd_lineage\n: ${json}`,
    `wyrd_lineage: ${json.slice(0, -1)}`,
  ];
  for (const block of others) t.strictSame(readLineage(`---\n${block}\n---\n`), { kind: "not_json" }, block);
});
