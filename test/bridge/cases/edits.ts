import { etagOf } from "../../stand-in/preconditions.ts";
import { etag, refused, written } from "../bridge.ts";
import { edits, strange } from "../strange-page.ts";
import type { Case } from "./case.ts";

function on(name: string, tool: string): object {
  return tool.endsWith("check_task") ? { page: name } : { name };
}

export const editCases: Readonly<Record<string, Case>> = {
  "every byte outside of an edit stays": async (t, { done, server }, folder) => {
    for (const [at, [tool, args, outcome]] of edits.entries()) {
      const name = `${folder}/strange ${at}`;
      await server.write(`${name}.md`, strange);
      const result = await done(tool, { ...on(name, tool), ...args });
      t.match(result, written(`${name}.md`, outcome));
      t.strictSame(await server.read(`${name}.md`), Buffer.from(outcome), `${tool} ${JSON.stringify(args)}`);
    }
  },

  "a dry run shows the edit and writes nothing": async (t, { done, server }, folder) => {
    const name = `${folder}/dry`;
    await server.write(`${name}.md`, strange);
    const { last_modified_ms } = await done("read_page", { name });
    for (const [tool, args, patched] of edits) {
      const if_match = etag(strange);
      const result = await done(tool, { ...on(name, tool), ...args, if_match, dry_run: true });
      t.match(result, { dry_run: true, original: strange, patched });
      t.match(result.diff, /^--- original\n\+\+\+ patched\n@@ /);
    }
    t.match(await done("read_page", { name }), { body: strange, last_modified_ms });
    t.strictSame(await server.below(folder), [`${name}.md`]);
  },

  "tasks are listed by line and checked by their link": async (t, { done, server }, folder) => {
    const name = `${folder}/tasks`;
    await server.write(`${name}.md`, "---\na: 1\n---\n* [ ] Sow [[peas]]\r\n* [x] Dig\n  - [ ] [[deep/hole|a hole]]");
    const rows = [
      { name: `${name}.md`, ref: "peas", line: 4, state: " ", text: "Sow [[peas]]" },
      { name: `${name}.md`, ref: null, line: 5, state: "x", text: "Dig" },
      { name: `${name}.md`, ref: "deep/hole", line: 6, state: " ", text: "[[deep/hole|a hole]]" },
    ];
    t.match(await done("list_tasks", { page: name }), { result: rows });
    await done("check_task", { page: name, ref: "deep/hole" });
    await done("check_task", { page: name, ref: "peas", state: "cancelled" });
    const { result } = await done("list_tasks", { page: name });
    t.strictSame(
      result.map(({ state }: { state: string }) => state),
      ["X", "x", "x"],
    );
  },

  "two pages are compared, and a page with a text": async (t, { done, server }, folder) => {
    const [name, other_name] = [`${folder}/one`, `${folder}/two`];
    await server.write(`${name}.md`, "a\nb\n");
    await server.write(`${other_name}.md`, "a\nc\n");
    const { diff, name: left, other } = await done("diff_pages", { name, other_name });
    t.equal(diff, `--- ${name}.md\n+++ ${other_name}.md\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n`);
    t.match([left, other], [{ body: "a\nb\n" }, { body: "a\nc\n", etag: etag("a\nc\n") }]);
    t.match(await done("diff_pages", { name, other_body: "a\nb\n" }), { diff: "", other: null });
  },

  "a page that is not UTF-8 is read and moved, and not edited": async (t, live, folder) => {
    const { done, server } = live;
    const bytes = Buffer.from([0x2d, 0x20, 0xff, 0x00, 0x0a]);
    await server.write(`${folder}/bytes.md`, bytes);
    const name = `${folder}/bytes`;
    t.match(await done("read_page", { name }), { etag: etagOf(bytes), size_bytes: 5 });
    const message = `${name}.md is not valid UTF-8; editing it would damage it, so nothing was written`;
    await refused(t, live, ["append_to_page", { name, text: "x" }], "NOT_TEXT", message);
    await done("move_page", { name, new_name: `${folder}/moved` });
    t.strictSame(await server.read(`${folder}/moved.md`), bytes);
  },

  "a page larger than a call is read, edited and moved": async (t, { done, server }, folder) => {
    const large = `${"0123456789abcde\n".repeat(100_000)}€`;
    const [name, new_name] = [`${folder}/large`, `${folder}/elsewhere/large`];
    await server.write(`${name}.md`, large);
    t.match(await done("move_page", { name, new_name }), { size_bytes: Buffer.byteLength(large) });
    t.ok((await server.read(`${new_name}.md`))?.equals(Buffer.from(large)));
    t.strictSame(await server.below(folder), [`${new_name}.md`]);
    const text = "é".repeat(131_072);
    t.match(await done("append_to_page", { name: new_name, text }), written(`${new_name}.md`, `${large}\n${text}`));
    t.equal((await done("read_page", { name: new_name })).body, `${large}\n${text}`);
  },
};
