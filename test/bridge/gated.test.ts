import { mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import t, { type Test } from "tap";
import { refused, type Space, startSpace } from "./bridge.ts";

const pages = {
  "Journal/2026-01-05.md": "---\ntags: [work, home]\n---\nA word, and [[Garden]].\n",
  "Journal/2026-01-31 late.md": "---\r\ntags: work\r\n---\r\n[[Garden.md#Roses|the roses]]\r\n- [ ] [[call]] a\r\n",
  "Journal/2026-02-01.md": "---\ntags:\n- work\n---\n- [x] done\n",
  "Garden.md": "Itself: [[Garden]] [[Garden]]\nand [[/Garden/]], [[garden]], [[Gardens]]\nWORD\n",
  "Word list.md": "a.*b (nothing else)\n",
  "broken.md": "---\ntags: [a, {\n---\n[[Garden@12]]\n",
  ".hidden/Garden.md": "word [[Garden]]\n",
  "word.txt": "word [[Garden]]\n",
};

/** A bridge before a space on disk; its server has other pages, so that no answer can come from there. */
async function onDisk(
  t: Test,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<Space & { root: string }> {
  const base = t.testdir({ outside: { "secret.md": "word [[Garden]]" } });
  const root = join(base, "space");
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  symlinkSync(join(base, "outside"), join(root, "link"));
  const variables = { JOURNAL_TOOLS: "1", SPACE_PATH: root };
  return { root, ...(await startSpace(t, { profile: "new", files: { "other.md": "word" } }, variables)) };
}

const space = await onDisk(t, { ...pages, "bytes.md": Buffer.from([0x77, 0x6f, 0x72, 0x64, 0xff]) });
const { client, root, done, asked } = space;

t.test("[gate.tools] with the space on disk there are six tools more, which only read", async (t) => {
  const { tools } = await client.listTools();
  const more = [
    "journal_histogram",
    "tag_summary",
    "recent_pages",
    "pages_touching_topic",
    "search_pages",
    "find_backlinks",
  ];
  t.equal(tools.length, 20);
  for (const name of more) {
    const annotations = { readOnlyHint: true, destructiveHint: false };
    t.match(
      tools.find((tool) => tool.name === name),
      { annotations, outputSchema: { type: "object" } },
      name,
    );
  }
});

t.test("[gate.counts] pages are counted by month and by tag", async (t) => {
  utimesSync(join(root, "Garden.md"), new Date(), new Date("2025-12-31T23:59:59Z"));
  t.strictSame(await done("journal_histogram", { prefix: "Journal" }), { "2026-01": 2, "2026-02": 1 });
  t.strictSame(await done("journal_histogram", { prefix: "Garden" }), { "2025-12": 1 });
  const tags = await done("tag_summary");
  t.strictSame(
    Object.entries(tags),
    [
      ["work", 3],
      ["home", 1],
    ],
    "the most used first, and broken YAML harms its own page only",
  );
  t.strictSame(await done("tag_summary", { prefix: "none" }), {});
});

t.test("[gate.recent] pages by their last change, the newest first", async (t) => {
  const names = Object.keys(pages).filter((name) => name.startsWith("Journal/"));
  for (const [at, name] of names.entries())
    utimesSync(join(root, name), new Date(), new Date(Date.UTC(2030, 0, at + 1)));
  const { result } = await done("recent_pages", { limit: 2, prefix: "Journal" });
  t.strictSame(result, [
    {
      name: names[2],
      mtime_iso: "2030-01-03T00:00:00.000Z",
      size_bytes: Buffer.byteLength(pages["Journal/2026-02-01.md"]),
    },
    {
      name: names[1],
      mtime_iso: "2030-01-02T00:00:00.000Z",
      size_bytes: Buffer.byteLength(pages["Journal/2026-01-31 late.md"]),
    },
  ]);
  t.strictSame(await done("recent_pages", { limit: 0 }), { result: [] });
  await refused(t, space, ["recent_pages", { limit: -1 }], "BAD_INPUT", "limit: must be at least 0");
});

t.test("[gate.search] a literal part of names and texts, in any letter case, with a snippet", async (t) => {
  for (const tool of ["search_pages", "pages_touching_topic"]) {
    const { result } = await done(tool, { query: "wOrD" });
    const found = result.map(({ name, match }: { name: string; match: string }) => [name, match]);
    t.strictSame(
      found,
      [
        ["Garden.md", "content"],
        ["Journal/2026-01-05.md", "content"],
        ["Word list.md", "name"],
      ],
      tool,
    );
    for (const { snippet } of result) t.ok(snippet.length <= 84);
    t.match((await done(tool, { query: ".*" })).result, [{ name: "Word list.md", match: "content", snippet: "a.*b" }]);
    t.strictSame((await done(tool, { query: "a.b" })).result, []);
    t.equal((await done(tool, { query: "word", prefix: "Journal/" })).result.length, 1);
    for (const query of ["", "  "]) await refused(t, space, [tool, { query }], "BAD_INPUT", "query must not be empty");
  }
  t.equal((await done("search_pages", { query: "word", limit: 2 })).result.length, 2);
  for (const limit of [0, -3]) {
    const message = `limit must be a positive integer; got ${limit}`;
    await refused(t, space, ["search_pages", { query: "word", limit }], "BAD_INPUT", message);
  }
  const message = "limit 101 exceeds hard cap of 100; narrow the query or prefix instead of raising the cap";
  await refused(t, space, ["search_pages", { query: "word", limit: 101 }], "BAD_INPUT", message);
});

t.test("[gate.backlinks] the lines that link to a page, by file and line, its own too", async (t) => {
  const expected = [
    { file: "Garden.md", line: 1, text: "Itself: [[Garden]] [[Garden]]" },
    { file: "Garden.md", line: 2, text: "and [[/Garden/]], [[garden]], [[Gardens]]" },
    { file: "Journal/2026-01-05.md", line: 4, text: "A word, and [[Garden]]." },
    { file: "Journal/2026-01-31 late.md", line: 4, text: "[[Garden.md#Roses|the roses]]" },
    { file: "broken.md", line: 4, text: "[[Garden@12]]" },
  ];
  for (const target of ["Garden", "Garden.md", "/Garden/", " Garden#Roses "]) {
    t.strictSame((await done("find_backlinks", { target })).result, expected, target);
  }
  for (const target of ["", " ", "/"]) {
    await refused(t, space, ["find_backlinks", { target }], "BAD_INPUT", "target must not be empty");
  }
});

t.test("[gate.tasks] list_tasks without a page lists those of the whole space, by line and then by page", async (t) => {
  const open = { name: "Journal/2026-01-31 late.md", ref: "call", line: 5, state: " ", text: "[[call]] a" };
  const ticked = { name: "Journal/2026-02-01.md", ref: null, line: 5, state: "x", text: "done" };
  t.strictSame((await done("list_tasks")).result, [open, ticked]);
  t.strictSame((await done("list_tasks", { prefix: "late" })).result, [open]);
  t.strictSame(asked(), [], "the server is not asked");
  t.strictSame((await done("list_tasks", { page: "other.md" })).result, []);
  t.strictSame(asked(), ["GET other.md"]);
});

t.test("[gate.prefix] a prefix is a part of paths, never a way out", async (t) => {
  const calls: [tool: string, args: object][] = [
    ["journal_histogram", {}],
    ["tag_summary", {}],
    ["recent_pages", {}],
    ["pages_touching_topic", { query: "word" }],
    ["search_pages", { query: "word" }],
    ["list_tasks", {}],
  ];
  for (const [tool, args] of calls) {
    const absolute = [tool, { ...args, prefix: "/etc" }] as const;
    await refused(t, space, absolute, "BAD_INPUT", "prefix must not start with /");
    const above = [tool, { ...args, prefix: "../outside" }] as const;
    await refused(t, space, above, "BAD_INPUT", "prefix must not contain ..");
  }
  t.match(JSON.stringify(await done("recent_pages", { prefix: "secret" })), '{"result":[]}');
});

t.test("[gate.lost-space] a space that is moved away is a refusal, and the other tools go on", async (t) => {
  const moved = await onDisk(t, { "a.md": "word" });
  renameSync(moved.root, `${moved.root}-elsewhere`);
  const message = /^Error executing tool search_pages: the space on disk cannot be read: /;
  const { isError, content, structuredContent } = await moved.call("search_pages", { query: "word" });
  t.match([isError, content, structuredContent], [true, [{ text: message }], { code: "SPACE_UNREADABLE" }]);
  t.notMatch(structuredContent.message, dirname(moved.root), "no path of the host");
  t.match(await moved.done("read_page", { name: "other" }), { body: "word" });
});
