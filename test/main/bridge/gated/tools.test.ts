import assert from "node:assert/strict";
import t from "tap";
import type { ReaderKind } from "../../../../src/core/messages/reader.ts";
import { refuse } from "../../../../src/core/refusal.ts";
import { check, type SpaceInputs } from "../../../../src/core/space/contract.ts";
import { type Gate, openGate } from "../../../../src/main/bridge/gated/gate.ts";
import { gatedTools, spaceTasks } from "../../../../src/main/bridge/gated/tools.ts";
import type { Outcome } from "../../../../src/main/bridge/tool.ts";
import type { PortReply, ReaderPort } from "../../../../src/main/shared/ports.ts";

const grant = { root: "/space", device: "1", inode: "2" };
const never = new AbortController().signal;

/** A gate whose readers reply at once, and what they were asked. */
function gateWith(reply: PortReply<unknown>) {
  const asked: { readonly kind: ReaderKind; readonly task: object }[] = [];
  const run = async (kind: ReaderKind, task: object): Promise<PortReply<unknown>> => {
    asked.push({ kind, task });
    return reply;
  };
  const readers: ReaderPort = { run: run as ReaderPort["run"], listen: () => () => {}, warm() {} };
  return { gate: { grant, readers }, readers, asked };
}

const rows = (...rows: object[]): PortReply<unknown> => ({ kind: "answer", answer: { ok: true, rows } });

async function call(gate: Gate, name: keyof SpaceInputs, args: object): Promise<Outcome | null> {
  const tool = gatedTools(gate).find((tool) => tool.name === name);
  assert(tool !== undefined);
  const verdict = check(name, args);
  assert(verdict.ok);
  return tool.run(verdict.value, never);
}

/** Every tool with arguments that pass. */
const calls: readonly [keyof SpaceInputs, object][] = [
  ["journal_histogram", {}],
  ["tag_summary", {}],
  ["recent_pages", {}],
  ["pages_touching_topic", { query: "word" }],
  ["search_pages", { query: "word" }],
  ["find_backlinks", { target: "Garden" }],
];

t.test("[gate.tools] there are six tools, which look and change nothing", async (t) => {
  const { gate } = gateWith(rows());
  t.strictSame(
    gatedTools(gate).map(({ name, effect, idempotent }) => [name, effect, idempotent]),
    calls.map(([name]) => [name, "reads", true]),
  );
});

t.test("[gate.tools] arguments that are left out have their defaults", async (t) => {
  const { gate, asked } = gateWith(rows());
  for (const [name, args] of calls) await call(gate, name, args);
  await call(gate, "search_pages", { query: " Word ", prefix: "in/", limit: 100 });
  await call(gate, "find_backlinks", { target: " /Garden.md#Roses/ " });
  await spaceTasks(gate, "in/", never);
  t.strictSame(asked, [
    { kind: "count_months", task: { grant, prefix: "" } },
    { kind: "count_tags", task: { grant, prefix: "" } },
    { kind: "list_recent", task: { grant, prefix: "", limit: 10 } },
    { kind: "search_space", task: { grant, prefix: "", query: "word", limit: null } },
    { kind: "search_space", task: { grant, prefix: "", query: "word", limit: 20 } },
    { kind: "find_backlinks", task: { grant, prefix: "", target: "Garden" } },
    { kind: "search_space", task: { grant, prefix: "in/", query: " Word ", limit: 100 } },
    { kind: "find_backlinks", task: { grant, prefix: "", target: "Garden" } },
    { kind: "list_tasks", task: { grant, prefix: "in/" } },
  ]);
});

t.test("[gate.tools] counts are told bare, rows as result", async (t) => {
  const counted = gateWith(rows({ key: "__proto__", pages: 3 }, { key: "b", pages: 1 })).gate;
  for (const name of ["journal_histogram", "tag_summary"] as const) {
    const outcome = await call(counted, name, {});
    assert(outcome?.ok);
    t.equal(JSON.stringify(outcome.value), '{"__proto__":3,"b":1}');
  }
  const { gate } = gateWith(rows({ name: "a.md" }));
  const told = { ok: true, value: { result: [{ name: "a.md" }] } };
  for (const [name, args] of calls.slice(2)) t.strictSame(await call(gate, name, args), told);
  t.strictSame(await spaceTasks(gate, "", never), told);
});

const refusedArguments: readonly [keyof SpaceInputs, object, string][] = [
  ...calls.flatMap(([name, args]): [keyof SpaceInputs, object, string][] =>
    name === "find_backlinks"
      ? []
      : [
          [name, { ...args, prefix: "/in" }, "prefix must not start with /"],
          [name, { ...args, prefix: "in/../out" }, "prefix must not contain .."],
        ],
  ),
  ["pages_touching_topic", { query: "" }, "query must not be empty"],
  ["search_pages", { query: " \n" }, "query must not be empty"],
  ["search_pages", { query: "a", limit: 0 }, "limit must be a positive integer; got 0"],
  ["search_pages", { query: "a", limit: -3 }, "limit must be a positive integer; got -3"],
  [
    "search_pages",
    { query: "a", limit: 101 },
    "limit 101 exceeds hard cap of 100; narrow the query or prefix instead of raising the cap",
  ],
  ["find_backlinks", { target: " " }, "target must not be empty"],
  ["find_backlinks", { target: "/.md" }, "target must not be empty"],
  ["find_backlinks", { target: "#Header" }, "target must not be empty"],
];

t.test("[gate.arguments] what cannot be meant is refused, and no reader is asked", async (t) => {
  const { gate, asked } = gateWith(rows());
  for (const [name, args, problem] of refusedArguments) {
    const refusal = { code: "BAD_INPUT", facts: { problem } };
    t.strictSame(await call(gate, name, args), { ok: false, refusal }, `${name} ${JSON.stringify(args)}`);
  }
  t.match(await spaceTasks(gate, "/", never), { refusal: { code: "BAD_INPUT" } });
  t.strictSame(asked, []);
});

t.test("[gate.readers] what becomes of a reader is told, but for a call that was given up", async (t) => {
  const replies: readonly [PortReply<unknown>, object | null][] = [
    [{ kind: "lost" }, { code: "READER_LOST", facts: {} }],
    [{ kind: "busy" }, { code: "BUSY", facts: {} }],
    [{ kind: "aborted" }, null],
    [
      { kind: "answer", answer: { ok: false, refusal: refuse("ROOT_MOVED", {}) } },
      {
        code: "SPACE_UNREADABLE",
        facts: { problem: "the space's folder was moved or replaced since the bridge started" },
      },
    ],
    [
      { kind: "answer", answer: { ok: false, refusal: refuse("IO_ERROR", { path: ".", errno: "EMFILE" }) } },
      { code: "SPACE_UNREADABLE", facts: { problem: "the space's folder could not be read: EMFILE" } },
    ],
    [
      { kind: "answer", answer: { ok: false, refusal: refuse("DENIED", { path: "." }) } },
      { code: "SPACE_UNREADABLE", facts: { problem: "the space's folder could not be read: DENIED" } },
    ],
  ];
  for (const [reply, refusal] of replies) {
    const { gate } = gateWith(reply);
    const outcome = refusal && { ok: false, refusal };
    for (const [name, args] of calls) t.strictSame(await call(gate, name, args), outcome);
    t.strictSame(await spaceTasks(gate, "", never), outcome);
  }
});

t.test("[gate.opens] a folder that cannot be searched is told, without its path", async (t) => {
  const answers = {
    GRANT_MISSING: "the space's folder does not exist",
    GRANT_NOT_A_DIRECTORY: "the space's path is not a folder",
    GRANT_DENIED: "the space's folder may not be read",
    GRANT_ERROR: "the space's folder cannot be looked at",
  };
  for (const [code, problem] of Object.entries(answers)) {
    const { readers } = gateWith({ kind: "answer", answer: { ok: false, refusal: { code } } });
    t.strictSame(await openGate("/space", readers), { ok: false, problem });
  }
  for (const kind of ["lost", "busy"] as const) {
    t.match(await openGate("/space", gateWith({ kind }).readers), { ok: false, problem: /lost/ });
  }
  const { readers, asked } = gateWith({ kind: "answer", answer: { ok: true, grant } });
  t.strictSame(await openGate("/space", readers), { ok: true, gate: { grant, readers } });
  t.strictSame(asked, [{ kind: "locate_grant", task: { given: "/space" } }]);
});
