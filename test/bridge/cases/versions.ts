import { etag, refused } from "../bridge.ts";
import type { Case } from "./case.ts";

const task = "- [ ] [[r]] one\n";

/** Every call that can be held to a version of the page that is the task. */
const calls: readonly (readonly [tool: string, args: object])[] = [
  ["write_page", { content: "x" }],
  ["append_to_page", { text: "x" }],
  ["prepend_to_page", { content: "x" }],
  ["patch_page_lines", { start_line: 1, end_line: 1, new_content: "x" }],
  ["patch_page_replace", { find: "one", new_string: "x" }],
  ["check_task", { ref: "r" }],
  ["delete_page", {}],
];

/** The calls about a page, and its move to another name. */
function callsOn(name: string): readonly (readonly [tool: string, args: object])[] {
  const named = calls.map(([tool, args]) => [
    tool,
    { ...(tool === "check_task" ? { page: name } : { name }), ...args },
  ]);
  return [...named, ["move_page", { name, new_name: `${name} moved` }]] as [string, object][];
}

export const versionCases: Readonly<Record<string, Case>> = {
  "the etag of each write opens the next": async (t, { done, server }, folder) => {
    const name = `${folder}/chain`;
    const file = `${name}.md`;
    let { etag: if_match } = await done("create_page", { name, content: "one\n" });
    const chain: [tool: string, args: object, outcome: string][] = [
      ["write_page", { name, content: "two\n" }, "two\n"],
      ["append_to_page", { name, text: "- [ ] [[r]]" }, "two\n- [ ] [[r]]"],
      ["prepend_to_page", { name, content: "zero" }, "zero\ntwo\n- [ ] [[r]]"],
      ["patch_page_lines", { name, start_line: 2, end_line: 2, new_content: "2" }, "zero\n2\n- [ ] [[r]]"],
      ["patch_page_replace", { name, find: "zero", new_string: "0" }, "0\n2\n- [ ] [[r]]"],
      ["check_task", { page: name, ref: "r" }, "0\n2\n- [x] [[r]]"],
    ];
    for (const [tool, args, outcome] of chain) {
      const result = await done(tool, { ...args, if_match });
      t.match(result, { etag: etag(outcome) }, tool);
      t.equal(String(await server.read(file)), outcome, tool);
      if_match = result.etag;
    }
    await done("append_to_page", { name, text: "end", if_match: "*" });
    ({ etag: if_match } = await done("read_page", { name }));
    const moved = await done("move_page", { name, new_name: `${name} 2`, if_match });
    t.equal(moved.etag, if_match);
    await done("delete_page", { name: `${name} 2`, if_match: moved.etag });
    t.strictSame(await server.below(folder), []);
  },

  "a stale etag opens nothing, and an edit of equal length and time makes it stale": async (t, live, folder) => {
    const { call, done, server } = live;
    const theirs = task.replace("one", "two");
    for (const at of calls.keys()) {
      const name = `${folder}/stale ${at}`;
      const { etag: if_match, last_modified_ms } = await done("write_page", { name, content: task });
      await server.write(`${name}.md`, theirs, last_modified_ms);
      for (const [tool, args] of callsOn(name)) {
        const { isError, structuredContent } = await call(tool, { ...args, if_match });
        const facts = { code: "PRECONDITION_FAILED", page: `${name}.md`, current_etag: etag(theirs) };
        t.match([isError, structuredContent], [true, facts], tool);
      }
      t.equal(String(await server.read(`${name}.md`)), theirs, "nothing was written");
      const [tool, args] = callsOn(name)[at] as (typeof calls)[number];
      const find = { find: "two" };
      await done(tool, { ...args, ...("find" in args ? find : {}), if_match: etag(theirs) });
      t.not(String(await server.read(`${name}.md`)), theirs, `${tool}: the etag that the refusal told opens`);
    }
  },

  "what is not there is not made by an edit, and told as such": async (t, live, folder) => {
    const { call, done, server, client } = live;
    const name = `${folder}/missing`;
    const reads: [tool: string, args: object][] = [
      ["read_page", { name }],
      ["list_tasks", { page: name }],
      ["diff_pages", { name, other_body: "x" }],
    ];
    const without = callsOn(name).filter(([tool]) => tool !== "write_page");
    const held = callsOn(name).flatMap(([tool, args]) =>
      ["*", etag("x")].map((if_match): [string, object] => [tool, { ...args, if_match }]),
    );
    for (const [tool, args] of [...reads, ...without, ...held]) {
      const { isError, content, structuredContent } = await call(tool, args);
      const message = `page not found: ${name}.md`;
      t.match([isError, structuredContent], [true, { code: "PAGE_NOT_FOUND", page: `${name}.md`, message }], tool);
      t.strictSame(content, [{ type: "text", text: `Error executing tool ${tool}: ${message}` }]);
    }
    t.match(await done("page_exists", { name }), { result: false });
    const uri = `silverbullet://page/${encodeURIComponent(name)}`;
    await t.rejects(client.readResource({ uri }), { code: -32602 });
    t.strictSame(await server.below(folder), []);
  },

  "a folder is no page": async (t, live, folder) => {
    const { done, server } = live;
    await server.write(`${folder}/a.md/b.md`, "b");
    t.match(await done("page_exists", { name: `${folder}/a.md/b` }), { result: true });
    const message = `page not found: ${folder}/a.md`;
    await refused(t, live, ["read_page", { name: `${folder}/a.md` }], "PAGE_NOT_FOUND", message);
  },

  "neither a creation nor a move overwrites": async (t, live, folder) => {
    const { done, server } = live;
    const [name, other] = [`${folder}/a`, `${folder}/b`];
    await done("create_page", { name, content: "a" });
    await done("create_page", { name: other, content: "" });
    const exists = `page already exists: ${other}.md; use write_page to overwrite`;
    await refused(t, live, ["create_page", { name: other, content: "x" }], "PAGE_EXISTS", exists);
    const taken = `destination page already exists: ${other}.md; refusing to overwrite`;
    await refused(t, live, ["move_page", { name, new_name: other }], "DESTINATION_EXISTS", taken);
    t.match(await done("move_page", { name, new_name: name, if_match: etag("stale") }), { etag: etag("a") });
    t.strictSame([await server.read(`${name}.md`), await server.read(`${other}.md`)].map(String), ["a", ""]);
  },
};
