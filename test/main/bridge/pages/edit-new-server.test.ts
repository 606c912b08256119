import t from "tap";
import { after, before, countOf, script } from "../../../stand-in/script.ts";
import { startWorld } from "./world.ts";

const base = "base\n";
const files = { "a.md": base };
const append = { name: "a", text: "ours\n" };

t.test("[bridge.retries] new: a writer between read and write is seen, and the edit made on the page", async (t) => {
  const edits: [tool: string, input: object, theirs: string, after: string][] = [
    ["append_to_page", { text: "ours\n" }, "BASE\n", "BASE\nours\n"],
    ["append_to_page", { text: "ours\n" }, "base\nours\n", "base\nours\n"],
    ["append_to_page", { text: "ours\n", if_match: "*" }, "", "ours\n"],
    ["prepend_to_page", { content: "ours\n" }, "base\ntheirs\n", "ours\nbase\ntheirs\n"],
    ["patch_page_lines", { start_line: 1, end_line: 1, new_content: "ours" }, "base\ntheirs\n", "ours\ntheirs\n"],
    ["patch_page_replace", { find: "ase", new_string: "$&" }, "ase\n", "$&\n"],
  ];
  for (const [tool, input, theirs, patched] of edits) {
    const { call, standIn } = await startWorld(t, "new", files);
    script(standIn, before("put"), () => standIn.files.set("a.md", theirs));
    t.match(await call(tool, { name: "a", ...input }), { ok: true }, tool);
    t.equal(standIn.files.text("a.md"), patched, tool);
  }
});

t.test("[bridge.retries] new: what the retried edit finds can refuse it", async (t) => {
  const edits: [tool: string, input: object, theirs: string | null, code: string][] = [
    ["append_to_page", { text: "ours\n" }, null, "PAGE_NOT_FOUND"],
    ["patch_page_replace", { find: "base", new_string: "x" }, "BASE\n", "FIND_NOT_FOUND"],
    ["patch_page_replace", { find: "base", new_string: "x" }, "base base\n", "FIND_AMBIGUOUS"],
    ["patch_page_lines", { start_line: 1, end_line: 1, new_content: "x" }, "new\nbase\n", "LINES_SHIFTED"],
    ["patch_page_lines", { start_line: 1, end_line: 1, new_content: "x" }, "", "LINES_SHIFTED"],
  ];
  for (const [tool, input, theirs, code] of edits) {
    const { call, standIn } = await startWorld(t, "new", files);
    script(standIn, before("put"), () => {
      if (theirs === null) standIn.files.delete("a.md");
      else standIn.files.set("a.md", theirs);
    });
    t.match(await call(tool, { name: "a", ...input }), { refusal: { code } }, tool);
    t.equal(standIn.files.text("a.md") ?? null, theirs, `${tool} left what stood there`);
  }
});

t.test("[bridge.if-match] new: an if_match that turns stale between read and write is not retried", async (t) => {
  const { call, standIn } = await startWorld(t, "new", files);
  const { value: page } = await call("read_page", { name: "a" });
  script(standIn, before("put"), () => standIn.files.set("a.md", "BASE\n"));
  const refused = await call("append_to_page", { ...append, if_match: page.etag });
  t.match(refused, { refusal: { code: "PRECONDITION_FAILED" } });
  t.equal(refused.refusal.facts.current_etag, (await call("read_page", { name: "a" })).value.etag);
  t.equal(standIn.files.text("a.md"), "BASE\n");
  t.equal(countOf(standIn, "put"), 1);
});

t.test("[bridge.if-match] new: a named version that was gone for a moment is not tried again either", async (t) => {
  const { call, standIn } = await startWorld(t, "new", files);
  const { value: page } = await call("read_page", { name: "a" });
  script(standIn, before("put"), () => standIn.files.set("a.md", "BASE\n"));
  const { onReply } = standIn;
  standIn.onReply = (request, reply) => {
    standIn.files.set("a.md", base);
    return onReply?.(request, reply);
  };
  t.match(await call("append_to_page", { ...append, if_match: page.etag }), {
    refusal: { code: "PRECONDITION_FAILED" },
  });
  t.equal(standIn.files.text("a.md"), base);
});

t.test("[bridge.no-text-twice] new: a write that was sent twice on its way stands once", async (t) => {
  const { call, standIn } = await startWorld(t, "new", files);
  script(standIn, after("put"), () => ({ status: 412, body: "Precondition Failed" }));
  const written = await call("append_to_page", append);
  t.equal(written.value.etag, (await call("read_page", { name: "a" })).value.etag);
  t.equal(standIn.files.text("a.md"), "base\nours\n");
});
