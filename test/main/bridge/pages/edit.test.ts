import fc from "fast-check";
import t from "tap";
import type { Reply } from "../../../stand-in/reply.ts";
import { after, before, countOf, script } from "../../../stand-in/script.ts";
import { profiles, startWorld } from "./world.ts";

const base = "base\n";
const files = { "a.md": base };
const append = { name: "a", text: "ours\n" };

for (const profile of profiles) {
  t.test(`${profile}: [bridge.no-false-conflict] fifty appends in a row raise no conflict`, async (t) => {
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
    `${profile}: [bridge.if-match] a stale if_match is refused with the current etag, and not retried`,
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

  t.test(`${profile}: [bridge.dry-run] a dry run writes nothing`, async (t) => {
    const { call, standIn } = await startWorld(t, profile, files);
    const { value: page } = await call("read_page", { name: "a" });
    for (const if_match of [undefined, "*", page.etag]) {
      const outcome = await call("append_to_page", { ...append, dry_run: true, if_match });
      t.match(outcome, { value: { dry_run: true, original: base, patched: "base\nours\n" } });
    }
    t.equal(countOf(standIn, "put"), 0);
  });

  t.test(`${profile}: [bridge.append] a missing page is not created by an edit`, async (t) => {
    const { call, standIn } = await startWorld(t, profile, files);
    script(standIn, before("read"), () => void standIn.files.delete("a.md"));
    t.match(await call("append_to_page", append), { refusal: { code: "PAGE_NOT_FOUND", facts: { page: "a.md" } } });
    t.strictSame(standIn.files.names(), []);
  });

  t.test(`${profile}: [bridge.partial-read] a page that is read in part is never taken for the page`, async (t) => {
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
    t.match(await call("append_to_page", append), { refusal: { code: "BAD_ANSWER" } });
    t.equal(countOf(standIn, "put"), puts, "and with nothing but parts nothing is written");
  });

  t.test(`${profile}: [bridge.no-text-twice] a later writer who builds on an edit is no conflict`, async (t) => {
    const { call, standIn } = await startWorld(t, profile, files);
    script(standIn, after("put"), () => standIn.files.set("a.md", `theirs\n${standIn.files.text("a.md")}more\n`));
    t.match(await call("append_to_page", append), { ok: true });
    t.equal(standIn.files.text("a.md"), "theirs\nbase\nours\nmore\n");
    t.equal(countOf(standIn, "put"), 1);
  });

  t.test(`${profile}: [bridge.no-text-twice] a page that is deleted after an edit stays deleted`, async (t) => {
    const { call, standIn } = await startWorld(t, profile, files);
    script(standIn, after("put"), () => void standIn.files.delete("a.md"));
    t.match(await call("append_to_page", append), { ok: true });
    t.strictSame(standIn.files.names(), []);
  });
}

t.test("new: [bridge.retries] a writer between read and write is seen, and the edit made on the page", async (t) => {
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

t.test("new: [bridge.retries] what the retried edit finds can refuse it", async (t) => {
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

t.test("new: [bridge.if-match] an if_match that turns stale between read and write is not retried", async (t) => {
  const { call, standIn } = await startWorld(t, "new", files);
  const { value: page } = await call("read_page", { name: "a" });
  script(standIn, before("put"), () => standIn.files.set("a.md", "BASE\n"));
  const refused = await call("append_to_page", { ...append, if_match: page.etag });
  t.match(refused, { refusal: { code: "PRECONDITION_FAILED" } });
  t.equal(refused.refusal.facts.current_etag, (await call("read_page", { name: "a" })).value.etag);
  t.equal(standIn.files.text("a.md"), "BASE\n");
  t.equal(countOf(standIn, "put"), 1);
});

t.test("new: [bridge.no-text-twice] a write that was sent twice on its way stands once", async (t) => {
  const { call, standIn } = await startWorld(t, "new", files);
  script(standIn, after("put"), () => ({ status: 412, body: "Precondition Failed" }));
  const written = await call("append_to_page", append);
  t.equal(written.value.etag, (await call("read_page", { name: "a" })).value.etag);
  t.equal(standIn.files.text("a.md"), "base\nours\n");
});

t.test("old: [bridge.retries] an edit that another writer pushed out is made again on what they wrote", async (t) => {
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

t.test("old: [bridge.patch-lines] a retried patch never hits shifted lines", async (t) => {
  const { call, standIn } = await startWorld(t, "old", { "a.md": "one\ntwo\nthree\n" });
  script(standIn, after("put"), () => standIn.files.set("a.md", "new\none\ntwo\nthree\n"));
  const refused = await call("patch_page_lines", { name: "a", start_line: 2, end_line: 2, new_content: "x" });
  t.match(refused, { refusal: { code: "LINES_SHIFTED" } });
  t.equal(standIn.files.text("a.md"), "new\none\ntwo\nthree\n");
});

t.test(
  "old: [bridge.no-text-twice] an edit of which a part is left is a conflict, and is not made again",
  async (t) => {
    const { call, standIn } = await startWorld(t, "old", files);
    script(standIn, after("put"), () => standIn.files.set("a.md", "base\nours, written on\n"));
    const refused = await call("append_to_page", { name: "a", text: "ours" });
    t.match(refused, { refusal: { code: "CONCURRENT_EDIT" } });
    t.equal(refused.refusal.facts.current_etag, (await call("read_page", { name: "a" })).value.etag);
    t.equal(standIn.files.text("a.md"), "base\nours, written on\n");
  },
);

t.test("old: [bridge.no-text-twice] an edit that shows only in a second look is not made again", async (t) => {
  const { call, standIn } = await startWorld(t, "old", files);
  script(standIn, after("read", 2), (own) => {
    if (own === null || own === "hang-up") return;
    return { ...own, body: base, headers: { ...own.headers, "X-Content-Length": String(base.length) } };
  });
  t.match(await call("append_to_page", append), { ok: true });
  t.equal(standIn.files.text("a.md"), "base\nours\n");
});

t.test("old: [bridge.concurrent-edit] an edit of a named version that was pushed out is a conflict", async (t) => {
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

t.test("old: [bridge.partial-read] a page that was just emptied by its writer is read again", async (t) => {
  const { call, standIn } = await startWorld(t, "old", { "a.md": "", "empty.md": "" });
  script(standIn, after("read"), () => standIn.files.set("a.md", "written\n"));
  t.match(await call("append_to_page", append), { ok: true });
  t.equal(standIn.files.text("a.md"), "written\nours\n");
  t.match(await call("append_to_page", { name: "empty", text: "ours" }), { ok: true });
  t.equal(standIn.files.text("empty.md"), "ours");
});

for (const max_retries of [0, 1, 3]) {
  t.test(
    `[bridge.retries] with max_retries ${max_retries} a page is written so often and once more at most`,
    async (t) => {
      for (const profile of profiles) {
        const { call, standIn } = await startWorld(t, profile, files);
        let theirs = base;
        const put = profile === "new" ? before("put", null) : after("put", null);
        script(standIn, put, () => {
          theirs += "theirs\n";
          standIn.files.set("a.md", theirs);
        });
        const refused = await call("append_to_page", { ...append, max_retries });
        t.match(refused, { refusal: { code: profile === "new" ? "PRECONDITION_FAILED" : "CONCURRENT_EDIT" } });
        t.equal(countOf(standIn, "put"), max_retries + 1, profile);
        t.equal(standIn.files.text("a.md"), theirs, profile);
      }
    },
  );
}

t.test(
  "[bridge.patch-lines] whatever another writer does, the lines that were meant are replaced or none",
  async (t) => {
    for (const profile of profiles) {
      const { call, standIn } = await startWorld(t, profile);
      const lines = fc.array(fc.constantFrom<string[]>("a", "b", "c", ""), { minLength: 1, maxLength: 6 });
      const splice = fc.tuple(
        fc.nat(6),
        fc.nat(2),
        fc.array(fc.constantFrom<string[]>("a", "b", "new"), { maxLength: 2 }),
      );
      const property = fc.asyncProperty(lines, splice, fc.nat(5), async (first, [at, taken, given], line) => {
        fc.pre(line < first.length);
        const text = (all: readonly string[]): string => all.map((line) => `${line}\n`).join("");
        standIn.files.set("a.md", text(first));
        const theirs = first.toSpliced(at, taken, ...given);
        const moment = profile === "new" ? before("put") : after("put");
        script(standIn, moment, () => standIn.files.set("a.md", text(theirs)));
        const range = { start_line: line + 1, end_line: line + 1 };
        const { ok } = await call("patch_page_lines", { name: "a", ...range, new_content: "ours" });
        const sameHead = text(theirs.slice(0, line + 1)) === text(first.slice(0, line + 1));
        t.equal(ok, sameHead, JSON.stringify([profile, first, theirs, line]));
        t.equal(standIn.files.text("a.md"), text(sameHead ? theirs.with(line, "ours") : theirs));
      });
      await fc.assert(property, { numRuns: 150 });
    }
  },
);
