import t from "tap";
import { etag, refused, startSpaces } from "./bridge.ts";

const page = [
  "---",
  "todo:",
  "- [ ] [[front]] no task",
  "---",
  "- [ ] plain",
  "* [x] a [[Target|alias]] b [[second]]",
  "  + [/] [[deep/page#head]]  ",
  "```",
  "- [ ] [[code]]",
  "```",
  "- [X]\t[[last]]",
  "- [] [[none]]",
  "1. [ ] [[number]]",
].join("\n");

const tasks = [
  { ref: null, line: 5, state: " ", text: "plain" },
  { ref: "Target", line: 6, state: "x", text: "a [[Target|alias]] b [[second]]" },
  { ref: "deep/page#head", line: 7, state: "/", text: "[[deep/page#head]]" },
  { ref: "last", line: 11, state: "X", text: "[[last]]" },
];

for (const space of await startSpaces(t)) {
  const { profile, standIn, done, asked, fresh } = space;

  t.test(
    `[bridge.list-tasks] ${profile}: the bullets of a page, outside of frontmatter and code, by line`,
    async (t) => {
      for (const [end, bom] of [
        ["\n", ""],
        ["\r\n", "\ufeff"],
      ] as const) {
        fresh({ "p.md": bom + page.replaceAll("\n", end) });
        const { result } = await done("list_tasks", { page: "p.md" });
        t.strictSame(
          result,
          tasks.map((task) => ({ name: "p.md", ...task })),
        );
      }
      t.match(await done("list_tasks", { page: "p" }), { name_resolution: { requested: "p", resolved: "p.md" } });
      fresh({ "unclosed.md": "---\n- [ ] [[r]]\n", "none.md": "text" });
      t.match(await done("list_tasks", { page: "unclosed" }), { result: [{ ref: "r", line: 2 }] });
      t.strictSame((await done("list_tasks", { page: "none.md" })).result, []);
      await refused(t, space, ["list_tasks", { page: "no" }], "PAGE_NOT_FOUND", "page not found: no.md");
      asked();
      const message = "list_tasks without page argument requires the journal surface to be enabled";
      for (const args of [{}, { prefix: "p" }]) await refused(t, space, ["list_tasks", args], "NOT_ENABLED", message);
      t.strictSame(asked(), []);
    },
  );

  t.test(`[bridge.check-task] ${profile}: one character changes, and nothing else`, async (t) => {
    const before = `\ufeff${page.replaceAll("\n", "\r\n")}\u2028😀`;
    const set: [ref: string, state: string | undefined, from: string, to: string][] = [
      ["Target", undefined, "* [x] a", "* [x] a"],
      ["Target", "todo", "* [x] a", "* [ ] a"],
      ["Target", "cancelled", "* [x] a", "* [X] a"],
      ["deep/page#head", undefined, "+ [/] ", "+ [x] "],
      ["last", "done", "- [X]\t", "- [x]\t"],
    ];
    for (const [ref, state, from, to] of set) {
      fresh({ "p.md": before });
      const after = before.replace(from, to);
      const result = await done("check_task", { page: "p", ref, ...(state === undefined ? {} : { state }) });
      t.match(result, { name: "p.md", etag: etag(after) }, `${ref} ${state}`);
      t.strictSame(standIn.files.get("p.md"), Buffer.from(after), `${ref} ${state}`);
    }
    fresh({ "p.md": "- [😀] [[r]]" });
    await done("check_task", { page: "p", ref: "r", state: "cancelled" });
    t.equal(standIn.files.text("p.md"), "- [X] [[r]]", "a state of two code units is one character");
  });

  t.test(`[bridge.check-task] ${profile}: a reference that no task has, or more than one, is refused`, async (t) => {
    fresh({ "p.md": `${page}\n- [ ] [[twice]]\n- [x] [[twice]]\n` });
    const next_call = { tool: "list_tasks", arguments: { page: "p.md" } };
    for (const ref of ["no", "front", "code", "second", "target", "Target|alias", "none"]) {
      const message = `no task with ref ${ref} on page p.md; list_tasks shows the refs, which are the wikilinks in the tasks`;
      await refused(t, space, ["check_task", { page: "p", ref }], "TASK_NOT_FOUND", message, {
        page: "p.md",
        next_call,
      });
    }
    const message = "ref twice matches multiple tasks on page p.md; change the right line with patch_page_lines";
    await refused(t, space, ["check_task", { page: "p", ref: "twice" }], "TASK_AMBIGUOUS", message, {
      page: "p.md",
      next_call,
    });
    asked();
    const wrong = { page: "p", ref: "last", state: "open" };
    await refused(t, space, ["check_task", wrong], "BAD_INPUT", "state must be one of: todo, done, cancelled");
    await refused(t, space, ["check_task", { page: "p", ref: " " }], "BAD_INPUT", "ref must not be empty");
    t.strictSame(asked(), []);
    await refused(t, space, ["check_task", { page: "no", ref: "r" }], "PAGE_NOT_FOUND", "page not found: no.md");
  });
}
