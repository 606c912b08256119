import { execFileSync } from "node:child_process";
import { statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { limits } from "../../../../src/core/limits.ts";
import { countMonths } from "../../../../src/workers/reading/space/count-months.ts";
import { countTags } from "../../../../src/workers/reading/space/count-tags.ts";
import { findBacklinks } from "../../../../src/workers/reading/space/find-backlinks.ts";
import { listRecent } from "../../../../src/workers/reading/space/list-recent.ts";
import { listSpaceTasks } from "../../../../src/workers/reading/space/list-space-tasks.ts";
import { rowsOf, type Space, space } from "./spaces.ts";

const touch = ({ root }: Space, name: string, time: string): void =>
  utimesSync(join(root, name), new Date(time), new Date(time));

t.test(
  "[gate.histogram] a page counts for the month of its name or, without one, of its last change, in UTC",
  async (t) => {
    const place = space(t, {
      "2026-11-30.md": "",
      Journal: { "2026-11-01 First.md": "", "2025-02-29.md": "" },
      "2026-13-01.md": "",
      "2026-10-123.md": "",
      "Log 2026-10-12.md": "",
      "2020-01-01": { "plain.md": "" },
    });
    touch(place, "2026-13-01.md", "2024-05-31T23:59:59.999Z");
    touch(place, "2026-10-123.md", "2024-06-01T00:00:00.000Z");
    touch(place, "Log 2026-10-12.md", "1969-12-31T00:00:00.000Z");
    touch(place, "2020-01-01/plain.md", "2024-06-30T00:00:00.000Z");
    t.strictSame(rowsOf(await countMonths({ grant: place.grant, prefix: "" })), [
      { key: "1969-12", pages: 1 },
      { key: "2024-05", pages: 1 },
      { key: "2024-06", pages: 2 },
      { key: "2025-02", pages: 1 },
      { key: "2026-11", pages: 2 },
    ]);
    t.strictSame(rowsOf(await countMonths({ grant: place.grant, prefix: "Journal/2026" })), [
      { key: "2026-11", pages: 1 },
    ]);
  },
);

t.test("[gate.tags] the pages of each tag are counted, the most used first, then by tag", async (t) => {
  const place = space(t, {
    "a.md": '---\ntags: [garden, "2026"]\n---\n#other\n',
    "b.md": "---\r\ntags:\r\n- pond\r\n- garden\r\n- garden\r\n---\r\n",
    in: { "c.md": "---\ntags: apple\n---\n" },
    "broken.md": "---\ntags: [garden\n---\n",
    "unclosed.md": "---\ntags: garden\n",
    "proto.md": "---\ntags: [__proto__]\n---\n",
  });
  execFileSync("sh", ["-c", "printf -- '---\\ntags: garden\\n---\\n\\377' > bad.md"], { cwd: place.root });
  const counts = async (prefix: string) =>
    rowsOf(await countTags({ grant: place.grant, prefix })).map(({ key, pages }) => [key, pages]);
  t.strictSame(await counts(""), [
    ["garden", 2],
    ["2026", 1],
    ["__proto__", 1],
    ["apple", 1],
    ["pond", 1],
  ]);
  t.strictSame(await counts("in/"), [["apple", 1]]);
});

t.test("[gate.recent] the newest pages come first, and by name those of one time", async (t) => {
  const place = space(t, { "b.md": "12345", "a.md": "", in: { "c.md": "" }, "old.md": "", "d.md": "" });
  for (const name of ["b.md", "a.md", "d.md"]) touch(place, name, "2026-11-30T12:00:00.125Z");
  touch(place, "in/c.md", "2026-11-30T12:00:00.250Z");
  touch(place, "old.md", "2001-01-01T00:00:00Z");
  const recent = async (limit: number, prefix = "") => rowsOf(await listRecent({ grant: place.grant, prefix, limit }));
  t.strictSame(await recent(3), [
    { name: "in/c.md", mtime_iso: "2026-11-30T12:00:00.250Z", size_bytes: 0 },
    { name: "a.md", mtime_iso: "2026-11-30T12:00:00.125Z", size_bytes: 0 },
    { name: "b.md", mtime_iso: "2026-11-30T12:00:00.125Z", size_bytes: 5 },
  ]);
  t.equal((await recent(10)).at(-1)?.mtime_iso, "2001-01-01T00:00:00.000Z");
  t.strictSame(await recent(0), []);
  t.strictSame(
    (await recent(10, "n/c.m")).map(({ name }) => name),
    ["in/c.md"],
  );
});

t.test("[gate.recent] however many pages there are, the newest are told", async (t) => {
  const pages = Array.from({ length: 300 }, (_, at) => `${(at * 7919) % 300}.md`);
  const place = space(t, Object.fromEntries(pages.map((name) => [name, ""])));
  for (const [at, name] of pages.entries()) utimesSync(join(place.root, name), at + 1, at + 1);
  const rows = rowsOf(await listRecent({ grant: place.grant, prefix: "", limit: 5 }));
  t.strictSame(
    rows.map(({ name }) => name),
    pages.slice(-5).reverse(),
  );
});

t.test("[gate.harm] a page of a time that no calendar has harms nothing", async (t) => {
  const place = space(t, { "far.md": "", "near.md": "" });
  const seconds = 9_000_000_000_000;
  utimesSync(join(place.root, "far.md"), seconds, seconds);
  touch(place, "near.md", "2026-01-01T00:00:00Z");
  // Not every filesystem can store it.
  const isFar = statSync(join(place.root, "far.md")).mtimeMs > 8.64e15;
  t.comment(`the filesystem ${isFar ? "knows" : "does not know"} such a time`);
  t.equal(rowsOf(await listRecent({ grant: place.grant, prefix: "", limit: 9 })).length, 2);
  t.equal(rowsOf(await countMonths({ grant: place.grant, prefix: "" })).length, 2);
});

t.test("[gate.backlinks] every line that links to a page is told, by file and line", async (t) => {
  const place = space(t, {
    "Garden.md": "see [[Garden]]\n",
    "a.md":
      '---\nlink: "[[Garden]]"\n---\r\n  [[garden]]\r\n  to [[Garden|mine]] and [[Garden#Roses]]  \r\n[[/Garden.md/]] [[Garden@12]]',
    in: { "b.md": "[[Gardens]] [[in/Garden]]\n\n[[ Garden ]]" },
  });
  t.strictSame(rowsOf(await findBacklinks({ grant: place.grant, prefix: "", target: "Garden" })), [
    { file: "Garden.md", line: 1, text: "see [[Garden]]" },
    { file: "a.md", line: 2, text: 'link: "[[Garden]]"' },
    { file: "a.md", line: 5, text: "to [[Garden|mine]] and [[Garden#Roses]]" },
    { file: "a.md", line: 6, text: "[[/Garden.md/]] [[Garden@12]]" },
    { file: "in/b.md", line: 3, text: "[[ Garden ]]" },
  ]);
});

t.test("[gate.tasks] the tasks of all pages are told, by line and then by page", async (t) => {
  const place = space(t, {
    "b.md": "---\nlist:\n- [ ] none\n---\n* [x] done [[Ref|r]]\n",
    "a.md": "text\n- [ ] first\n  - [?] second\n",
    in: { "c.md": "- [X] third" },
  });
  const tasks = async (prefix: string) => rowsOf(await listSpaceTasks({ grant: place.grant, prefix }));
  t.strictSame(await tasks(""), [
    { name: "in/c.md", ref: null, line: 1, state: "X", text: "third" },
    { name: "a.md", ref: null, line: 2, state: " ", text: "first" },
    { name: "a.md", ref: null, line: 3, state: "?", text: "second" },
    { name: "b.md", ref: "Ref", line: 5, state: "x", text: "done [[Ref|r]]" },
  ]);
  t.strictSame(
    (await tasks("in/")).map(({ name }) => name),
    ["in/c.md"],
  );
});

t.test("[gate.bounded] a line in an answer is cut at 1,024 bytes, between two characters", async (t) => {
  const place = space(t, { "a.md": `- [ ] x[[T]]${"é".repeat(2000)}\n- [ ] [[T]]${"🌱".repeat(2000)}` });
  const { grant } = place;
  const tasks = rowsOf(await listSpaceTasks({ grant, prefix: "" })).map(({ text }) => text);
  const links = rowsOf(await findBacklinks({ grant, prefix: "", target: "T" })).map(({ text }) => text);
  t.strictSame(tasks, [`x[[T]]${"é".repeat(509)}`, `[[T]]${"🌱".repeat(254)}`]);
  t.ok([...tasks, ...links].every((text) => Buffer.byteLength(text) <= limits.rowTextBytes && text.isWellFormed()));
});

t.test("[gate.tags] a page counts once for tags that are the same once they are cut", async (t) => {
  const long = "x".repeat(limits.rowTextBytes);
  const { grant } = space(t, { "a.md": `---\ntags: [${long}a, ${long}b]\n---\n` });
  t.strictSame(rowsOf(await countTags({ grant, prefix: "" })), [{ key: long, pages: 1 }]);
});
