import t from "tap";
import type { Reply } from "../../../stand-in/reply.ts";
import { after, before, countOf, script } from "../../../stand-in/script.ts";
import { profiles, startWorld } from "./world.ts";

const base = "base\n";
const files = { "a.md": base };
const append = { name: "a", text: "ours\n" };

for (const profile of profiles) {
  t.test(`[bridge.no-false-conflict] ${profile}: fifty appends in a row raise no conflict`, async (t) => {
    const { call, standIn } = await startWorld(t, profile, files);
    const { value: page } = await call("read_page", { name: "a" });
    let etag = page.etag;
    for (let at = 0; at < 50; at++) {
      const written = await call("append_to_page", { name: "a", text: `line ${at}\n`, if_match: etag });
      t.match(written, { ok: true });
      etag = written.value.etag;
    }
    const lines = Array.from({ length: 50 }, (_, at) => `line ${at}\n`);
    t.equal(standIn.files.text("a.md"), base + lines.join(""));
    t.equal(countOf(standIn, "put"), 50);
  });

  t.test(
    `[bridge.if-match] ${profile}: a stale if_match is refused with the current etag, and not retried`,
    async (t) => {
      const { call, standIn } = await startWorld(t, profile, files);
      const { value: page } = await call("read_page", { name: "a" });
      standIn.files.set("a.md", "BASE\n", Date.now() - 1000);
      const { value: current } = await call("read_page", { name: "a" });
      t.not(current.etag, page.etag, "seen though as long as before");
      const edits: [string, object][] = [
        ["append_to_page", append],
        ["append_to_page", { ...append, dry_run: true }],
        ["prepend_to_page", { name: "a", content: "x" }],
        ["patch_page_lines", { name: "a", start_line: 1, end_line: 1, new_content: "x" }],
        ["patch_page_replace", { name: "a", find: "BASE", new_string: "x" }],
        ["write_page", { name: "a", content: "x" }],
        ["delete_page", { name: "a" }],
        ["move_page", { name: "a", new_name: "b" }],
      ];
      for (const [tool, input] of edits) {
        const refused = await call(tool, { ...input, if_match: page.etag });
        t.match(
          refused,
          { refusal: { code: "PRECONDITION_FAILED", facts: { page: "a.md", current_etag: current.etag } } },
          tool,
        );
      }
      t.equal(countOf(standIn, "put") + countOf(standIn, "delete"), 0);
      t.strictSame(standIn.files.names(), ["a.md"]);
      t.equal(standIn.files.text("a.md"), "BASE\n");
    },
  );

  t.test(`[bridge.dry-run] ${profile}: a dry run writes nothing`, async (t) => {
    const { call, standIn } = await startWorld(t, profile, files);
    const { value: page } = await call("read_page", { name: "a" });
    for (const if_match of [undefined, "*", page.etag]) {
      const outcome = await call("append_to_page", { ...append, dry_run: true, if_match });
      t.match(outcome, { value: { dry_run: true, original: base, patched: "base\nours\n" } });
    }
    t.equal(countOf(standIn, "put"), 0);
  });

  t.test(`[bridge.append] ${profile}: a missing page is not created by an edit`, async (t) => {
    const { call, standIn } = await startWorld(t, profile, files);
    script(standIn, before("read"), () => void standIn.files.delete("a.md"));
    t.match(await call("append_to_page", append), { refusal: { code: "PAGE_NOT_FOUND", facts: { page: "a.md" } } });
    t.strictSame(standIn.files.names(), []);
  });

  t.test(`[bridge.partial-pages] ${profile}: a page that is read in part is never taken for the page`, async (t) => {
    const whole = "one\ntwo\nthree\n";
    const part = (own: Reply | null): Reply | undefined =>
      own === null || own === "hang-up" ? undefined : { ...own, body: "one\nt" };
    const { call, standIn } = await startWorld(t, profile, { "a.md": whole });
    script(standIn, after("read"), part);
    t.match(await call("append_to_page", append), { ok: true });
    t.equal(standIn.files.text("a.md"), `${whole}ours\n`, "the first reading was in part");
    script(standIn, after("read", 2), part);
    t.match(await call("append_to_page", { ...append, text: "again\n" }), { ok: true });
    t.equal(standIn.files.text("a.md"), `${whole}ours\nagain\n`, "what was read after the write was in part");
    const puts = countOf(standIn, "put");
    script(standIn, after("read", null), part);
    t.match(await call("append_to_page", append), { refusal: { code: "PAGE_UNSETTLED" } });
    t.equal(countOf(standIn, "put"), puts, "and with nothing but parts nothing is written");
  });

  t.test(`[bridge.no-text-twice] ${profile}: a later writer who builds on an edit is no conflict`, async (t) => {
    const { call, standIn } = await startWorld(t, profile, files);
    script(standIn, after("put"), () => standIn.files.set("a.md", `theirs\n${standIn.files.text("a.md")}more\n`));
    t.match(await call("append_to_page", append), { ok: true });
    t.equal(standIn.files.text("a.md"), "theirs\nbase\nours\nmore\n");
    t.equal(countOf(standIn, "put"), 1);
  });

  t.test(`[bridge.no-text-twice] ${profile}: a page that is deleted after an edit stays deleted`, async (t) => {
    const { call, standIn } = await startWorld(t, profile, files);
    script(standIn, after("put"), () => void standIn.files.delete("a.md"));
    t.match(await call("append_to_page", append), { ok: true });
    t.strictSame(standIn.files.names(), []);
  });
}
