import t from "tap";
import { after, before, countOf, script } from "../../../stand-in/script.ts";
import { startWorld } from "./world.ts";

const base = "base\n";
const files = { "a.md": base };
const append = { name: "a", text: "ours\n" };

t.test("[bridge.retries] old: an edit that another writer pushed out is made again on what they wrote", async (t) => {
  const edits: [tool: string, input: object, theirs: string, after: string][] = [
    ["append_to_page", { text: "ours\n" }, "base\n", "base\nours\n"],
    ["append_to_page", { text: "ours\n" }, "base\nhers\n", "base\nhers\nours\n"],
    ["append_to_page", { text: "\nours\n" }, "base\n\nhers\n", "base\n\nhers\n\nours\n"],
    ["prepend_to_page", { content: "ours\n" }, "base\nhers\n", "ours\nbase\nhers\n"],
    ["patch_page_lines", { start_line: 1, end_line: 1, new_content: "ours" }, "base\nhers\n", "ours\nhers\n"],
    ["patch_page_replace", { find: "base", new_string: "ours" }, "base\nhers\n", "ours\nhers\n"],
  ];
  for (const [tool, input, theirs, patched] of edits) {
    const { call, standIn } = await startWorld(t, "old", files);
    script(standIn, after("put"), () => standIn.files.set("a.md", theirs));
    const written = await call(tool, { name: "a", ...input });
    t.equal(standIn.files.text("a.md"), patched, tool);
    t.equal(written.value?.etag, (await call("read_page", { name: "a" })).value.etag, tool);
  }
});

t.test("[bridge.patch-lines] old: a retried patch never hits shifted lines", async (t) => {
  const { call, standIn } = await startWorld(t, "old", { "a.md": "one\ntwo\nthree\n" });
  script(standIn, after("put"), () => standIn.files.set("a.md", "new\none\ntwo\nthree\n"));
  const refused = await call("patch_page_lines", { name: "a", start_line: 2, end_line: 2, new_content: "x" });
  t.match(refused, { refusal: { code: "LINES_SHIFTED" } });
  t.equal(standIn.files.text("a.md"), "new\none\ntwo\nthree\n");
});

t.test(
  "[bridge.no-text-twice] old: an edit of which a part is left is a conflict, and is not made again",
  async (t) => {
    const { call, standIn } = await startWorld(t, "old", files);
    script(standIn, after("put"), () => standIn.files.set("a.md", "base\nours, written on\n"));
    const refused = await call("append_to_page", { name: "a", text: "ours" });
    t.match(refused, { refusal: { code: "CONCURRENT_EDIT" } });
    t.equal(refused.refusal.facts.current_etag, (await call("read_page", { name: "a" })).value.etag);
    t.equal(standIn.files.text("a.md"), "base\nours, written on\n");
  },
);

t.test("[bridge.no-text-twice] old: an edit that shows only in a second look is not made again", async (t) => {
  const { call, standIn } = await startWorld(t, "old", files);
  script(standIn, after("read", 2), (own) => {
    if (own === null || own === "hang-up") return;
    return { ...own, body: base, headers: { ...own.headers, "X-Content-Length": String(base.length) } };
  });
  t.match(await call("append_to_page", append), { ok: true });
  t.equal(standIn.files.text("a.md"), "base\nours\n");
});

t.test("[bridge.partial-read] old: a page that another writer touched since it was read is read again", async (t) => {
  const { call, standIn } = await startWorld(t, "old", files);
  // A part of the file that looks whole: the rest comes after it was read.
  script(standIn, before("look"), () => standIn.files.set("a.md", "base\nthe rest\n", Date.now() + 1000));
  t.match(await call("append_to_page", append), { ok: true });
  t.equal(standIn.files.text("a.md"), "base\nthe rest\nours\n");

  const { value: page } = await call("read_page", { name: "a" });
  script(standIn, before("look"), () => standIn.files.set("a.md", "hers\n", Date.now() + 2000));
  t.match(await call("append_to_page", { ...append, if_match: page.etag }), {
    refusal: { code: "PRECONDITION_FAILED" },
  });
  t.equal(standIn.files.text("a.md"), "hers\n");
});

t.test("[bridge.concurrent-edit] old: an edit of a named version that was pushed out is a conflict", async (t) => {
  const { call, standIn } = await startWorld(t, "old", files);
  const { value: page } = await call("read_page", { name: "a" });
  script(standIn, after("put"), () => standIn.files.set("a.md", "base\nhers\n"));
  const refused = await call("append_to_page", { ...append, if_match: page.etag });
  const { value: now } = await call("read_page", { name: "a" });
  t.match(refused, { refusal: { code: "CONCURRENT_EDIT", facts: { page: "a.md", current_etag: now.etag } } });
  t.not(refused.refusal.facts.written_etag, now.etag);
  t.equal(now.body, "base\nhers\n");
  t.equal(countOf(standIn, "put"), 1);
});

t.test("[bridge.partial-pages] old: a page that was just emptied by its writer is read again", async (t) => {
  const { call, standIn } = await startWorld(t, "old", { "a.md": "", "empty.md": "" });
  script(standIn, after("read"), () => standIn.files.set("a.md", "written\n"));
  t.match(await call("append_to_page", append), { ok: true });
  t.equal(standIn.files.text("a.md"), "written\nours\n");
  t.match(await call("append_to_page", { name: "empty", text: "ours" }), { ok: true });
  t.equal(standIn.files.text("empty.md"), "ours");
});

t.test(
  "[bridge.concurrent-edit] old: an edit of a named version that was built on is a conflict as well",
  async (t) => {
    const { call, standIn } = await startWorld(t, "old", files);
    const { value: page } = await call("read_page", { name: "a" });
    script(standIn, after("put"), () => standIn.files.set("a.md", "base\nours\nhers\n"));
    t.match(await call("append_to_page", { ...append, if_match: page.etag }), { refusal: { code: "CONCURRENT_EDIT" } });
    t.equal(standIn.files.text("a.md"), "base\nours\nhers\n");
  },
);
