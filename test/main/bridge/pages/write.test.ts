import t from "tap";
import { after, before, countOf, script } from "../../../stand-in/script.ts";
import { profiles, startWorld } from "./world.ts";

const twenty = Array.from({ length: 20 }, (_, at) => `writer ${at}\n`);

for (const profile of profiles) {
  t.test(`[bridge.create-page] ${profile}: of twenty who create a page at once, one does`, async (t) => {
    const { call, standIn } = await startWorld(t, profile);
    const outcomes = await Promise.all(twenty.map((content) => call("create_page", { name: "a", content })));
    const created = outcomes.flatMap(({ ok }, at) => (ok ? [twenty[at]] : []));
    t.strictSame(created, [standIn.files.text("a.md")]);
    t.equal(outcomes.filter(({ refusal }) => refusal?.code === "PAGE_EXISTS").length, 19);
    t.equal(countOf(standIn, "put"), 1);
  });

  t.test(`[bridge.create-page] ${profile}: among writers of the same page, none is created over`, async (t) => {
    for (const first of ["create_page", "write_page"]) {
      const { call, standIn } = await startWorld(t, profile);
      const tool = (at: number): string =>
        (at % 2 === 0) === (first === "create_page") ? "create_page" : "write_page";
      const outcomes = await Promise.all(twenty.map((content, at) => call(tool(at), { name: "a", content })));
      const done = outcomes.flatMap(({ ok }, at) => (ok ? [tool(at)] : []));
      t.equal(done.filter((tool) => tool === "write_page").length, 10);
      t.equal(done.filter((tool) => tool === "create_page").length, first === "create_page" ? 1 : 0);
      t.equal(done[0], first);
      t.equal(standIn.files.text("a.md"), twenty[first === "create_page" ? 19 : 18]);
    }
  });

  t.test(`[bridge.write-page] ${profile}: a write of no named version claims no conflict`, async (t) => {
    for (const if_match of [undefined, "*"]) {
      const { call, standIn } = await startWorld(t, profile, { "a.md": "base\n" });
      script(standIn, after("put"), () => standIn.files.set("a.md", "THEIRS\n"));
      t.match(await call("write_page", { name: "a", content: "ours\n", if_match }), { ok: true });
      t.equal(standIn.files.text("a.md"), "THEIRS\n");
    }
  });

  t.test(`[bridge.web-page] ${profile}: a web page in answer to a write is no success`, async (t) => {
    const { call, standIn } = await startWorld(t, profile);
    const page = { status: 200, headers: { "Content-Type": "text/html; charset=utf-8" }, body: "<html>Log in</html>" };
    for (const kind of ["put", "delete"] as const) {
      script(standIn, before(kind), () => page);
      const outcome = await call(kind === "put" ? "write_page" : "delete_page", { name: "a", content: "ours\n" });
      t.match(outcome, { refusal: { code: "BAD_ANSWER" } }, kind);
    }
  });
}

t.test("[bridge.create-page] new: a page that another writer makes in between is not overwritten", async (t) => {
  const { call, standIn } = await startWorld(t, "new");
  script(standIn, before("put"), () => standIn.files.set("a.md", "theirs\n"));
  const refused = await call("create_page", { name: "a", content: "ours\n" });
  t.match(refused, { refusal: { code: "PAGE_EXISTS", facts: { page: "a.md" } } });
  t.equal(standIn.files.text("a.md"), "theirs\n");
});

t.test(
  "[bridge.if-match] new: a version that changes between read and write is not overwritten or deleted",
  async (t) => {
    for (const [tool, kind] of [
      ["write_page", "put"],
      ["delete_page", "delete"],
    ] as const) {
      const { call, standIn } = await startWorld(t, "new", { "a.md": "base\n" });
      const { value: page } = await call("read_page", { name: "a" });
      script(standIn, before(kind), () => standIn.files.set("a.md", "BASE\n"));
      const refused = await call(tool, { name: "a", content: "ours\n", if_match: page.etag });
      const { value: now } = await call("read_page", { name: "a" });
      t.match(refused, { refusal: { code: "PRECONDITION_FAILED", facts: { current_etag: now.etag } } }, tool);
      t.equal(now.body, "BASE\n");
    }
  },
);

t.test("[bridge.if-match] new: a page that must exist and is deleted in between is not made", async (t) => {
  const { call, standIn } = await startWorld(t, "new", { "a.md": "base\n" });
  script(standIn, before("put"), () => standIn.files.delete("a.md"));
  const refused = await call("write_page", { name: "a", content: "ours\n", if_match: "*" });
  t.match(refused, { refusal: { code: "PRECONDITION_FAILED" } });
  t.strictSame(standIn.files.names(), []);
});

t.test("[bridge.concurrent-edit] old: a write of a named version that was pushed out is a conflict", async (t) => {
  const { call, standIn } = await startWorld(t, "old", { "a.md": "base\n" });
  const { value: page } = await call("read_page", { name: "a" });
  script(standIn, after("put"), () => standIn.files.set("a.md", "OURS\n"));
  const refused = await call("write_page", { name: "a", content: "ours\n", if_match: page.etag });
  const { value: now } = await call("read_page", { name: "a" });
  t.match(refused, { refusal: { code: "CONCURRENT_EDIT", facts: { page: "a.md", current_etag: now.etag } } });
  t.equal(now.body, "OURS\n");
  t.match(await call("write_page", { name: "a", content: "ours\n", if_match: now.etag }), { ok: true });
});

t.test("[bridge.concurrent-edit] old: a look afterwards that fails claims no conflict", async (t) => {
  const { call, standIn } = await startWorld(t, "old", { "a.md": "base\n" });
  for (const tool of ["write_page", "append_to_page"]) {
    const { value: page } = await call("read_page", { name: "a" });
    script(standIn, before("read", 2), () => ({ status: 500, body: "IO error" }));
    const input = { name: "a", content: "ours\n", text: "ours\n", if_match: page.etag };
    t.match(await call(tool, input), { ok: true }, tool);
  }
});
