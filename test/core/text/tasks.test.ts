import assert from "node:assert/strict";
import fc from "fast-check";
import t from "tap";
import { listTasks, setTask } from "../../../src/core/text/tasks.ts";

const page = [
  "\ufeff---\r\n",
  "list:\r\n",
  "- [ ] in the frontmatter [[No]]\r\n",
  "---\r\n",
  "- [ ] buy [[Areas/Milk|milk]] and [[Eggs]]\r\n",
  "  * [x] done\r\n",
  "\t+ [\u{1f600}]\tstate of two units [[Smile]]\n",
  "```\n",
  "- [ ] in code [[No]]\n",
  "```\n",
  "- [ ]no blank\n",
  "- [] no state\n",
  "- [ab] long state\n",
  "-[ ] no blank\n",
  "1. [ ] no bullet\n",
  "> - [ ] in a quote\n",
  "text - [ ] later\n",
  "- [X]\n",
  "- [>]   \u2028 [[Last]] ",
];
const body = page.join("");

t.test("[bridge.tasks] tasks are listed with their line, reference, state and text", async (t) => {
  t.strictSame(
    listTasks(body).map(({ line, ref, state, text }) => [line, ref, state, text]),
    [
      [5, "Areas/Milk", " ", "buy [[Areas/Milk|milk]] and [[Eggs]]"],
      [6, null, "x", "done"],
      [7, "Smile", "\u{1f600}", "state of two units [[Smile]]"],
      [18, null, "X", ""],
      [19, "Last", ">", "[[Last]]"],
    ],
  );
  for (const { at, state } of listTasks(body)) t.equal(body.slice(at - 1, at + state.length + 1), `[${state}]`);
});

t.test("[bridge.tasks] a page may begin with a task, after a BOM as well", async (t) => {
  for (const start of ["", "\ufeff", "---\n", "\ufeff---\r\na: 1\r\n---\r\n"]) {
    const line = start.split("\n").length;
    t.match(
      listTasks(`${start}- [ ] a`),
      [{ line, state: " ", text: "a", at: start.length + 3 }],
      JSON.stringify(start),
    );
  }
  t.strictSame(listTasks(""), []);
});

t.test("[bridge.check-task] a task is set by its reference, and nothing else changes", async (t) => {
  t.strictSame(setTask(body, "Areas/Milk", "done"), { ok: true, text: body.replace("- [ ] buy", "- [x] buy") });
  t.strictSame(setTask(body, "Smile", "cancelled"), { ok: true, text: body.replace("[\u{1f600}]", "[X]") });
  t.strictSame(setTask(body, "Last", "todo"), { ok: true, text: body.replace("[>]", "[ ]") });
  t.strictSame(setTask("- [x] [[A]]", "A", "done"), { ok: true, text: "- [x] [[A]]" });
});

t.test("[bridge.check-task] a reference of no task and of several are told apart", async (t) => {
  for (const ref of ["No", "Eggs", "milk", "areas/milk", "Areas/Milk|milk", ""]) {
    t.strictSame(setTask(body, ref, "done"), { ok: false, found: "none" }, ref);
  }
  t.strictSame(setTask("- [ ] [[A]]\n- [x] [[A|b]]\n", "A", "done"), { ok: false, found: "many" });
});

t.test("[bridge.bytes] setting a task changes one character, whatever stands around it", async () => {
  const piece = fc.constantFrom(
    ..."- [ ] [[A]]◆- [x] [[B]]◆* [?] [[C|c]] x◆[\u{1f600}]◆- ◆\n◆\n◆\r\n◆\r◆\u2028◆---◆```◆  ◆\t◆\u{1f600}◆[[A]]".split(
      "◆",
    ),
  );
  const state = fc.constantFrom("todo" as const, "done" as const, "cancelled" as const);
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 14, size: "max" }),
      fc.constantFrom("A", "B", "C"),
      state,
      (pieces, ref, state) => {
        const body = pieces.join("");
        const tasks = listTasks(body).filter((task) => task.ref === ref);
        const answer = setTask(body, ref, state);
        assert.equal(answer.ok, tasks.length === 1);
        const [task] = tasks;
        if (!answer.ok || task === undefined) return;
        const character = { todo: " ", done: "x", cancelled: "X" }[state];
        assert.deepEqual(
          listTasks(answer.text).filter((task) => task.ref === ref),
          [{ ...task, state: character }],
        );
        assert.equal(answer.text.slice(0, task.at), body.slice(0, task.at));
        assert.equal(answer.text.slice(task.at + 1), body.slice(task.at + task.state.length));
      },
    ),
    { numRuns: 3000 },
  );
});

t.test("[bridge.tasks] a task stands in the line that it is said to stand in", async () => {
  const line = fc.constantFrom(
    "- [ ] a",
    "  * [x]\tb",
    "- [\r] c",
    "text",
    "",
    "```",
    "~~~",
    "---",
    "- [ ]",
    "\u2028- [ ] d",
  );
  const eol = fc.constantFrom("\n", "\r\n", "\r");
  fc.assert(
    fc.property(fc.array(fc.tuple(line, eol), { maxLength: 12, size: "max" }), (lines) => {
      const body = lines.flat().join("");
      const split = body.split("\n");
      for (const task of listTasks(body)) {
        const [, state, text] = /^\s*[-*+]\s+\[(.)\](.*)$/s.exec(split[task.line - 1] as string) ?? [];
        assert.deepEqual([task.state, task.text], [state, text?.trim()], JSON.stringify(body));
      }
    }),
    { numRuns: 2000 },
  );
});
