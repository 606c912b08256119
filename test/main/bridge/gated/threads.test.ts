import assert from "node:assert/strict";
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import t from "tap";
import type { SpaceInputs } from "../../../../src/core/space/contract.ts";
import { type Gate, openGate } from "../../../../src/main/bridge/gated/gate.ts";
import { gatedTools, spaceTasks } from "../../../../src/main/bridge/gated/tools.ts";
import type { Outcome } from "../../../../src/main/bridge/tool.ts";
import { openReaders } from "../../../../src/main/shared/ports.ts";
import { fakeRipgrep, newFolder, space } from "../../../workers/reading/space/spaces.ts";

const never = new AbortController().signal;

async function gateTo(root: string): Promise<Gate> {
  const opened = await openGate(root, openReaders({ threads: 1 }));
  assert(opened.ok);
  return opened.gate;
}

async function call(gate: Gate, name: keyof SpaceInputs, input: object, signal = never): Promise<Outcome | null> {
  const tool = gatedTools(gate).find((tool) => tool.name === name);
  assert(tool !== undefined);
  const outcome = await tool.run(input as never, signal);
  if (outcome?.ok)
    t.ok(new Ajv2020({ strict: false }).validate(tool.output, outcome.value), `${name} answers as its schema says`);
  return outcome;
}

t.test("[gate.tools] each tool answers from the space on disk, by way of a reader thread", async (t) => {
  const { root } = space(t, {
    "2026-11-30.md": "---\ntags: log\n---\n- [ ] weed the [[Garden]]\n",
    "Garden.md": "Roses\n",
  });
  const gate = await gateTo(root);
  t.match(await call(gate, "journal_histogram", { prefix: "2026" }), { value: { "2026-11": 1 } });
  t.match(await call(gate, "tag_summary", {}), { value: { log: 1 } });
  t.match(await call(gate, "recent_pages", { limit: 1, prefix: "Garden" }), {
    value: { result: [{ name: "Garden.md", mtime_iso: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/, size_bytes: 6 }] },
  });
  const hits = [
    { name: "2026-11-30.md", match: "content" },
    { name: "Garden.md", match: "name", snippet: "Roses " },
  ];
  t.match(await call(gate, "search_pages", { query: "gARDEN" }), { value: { result: hits } });
  t.match(await call(gate, "pages_touching_topic", { query: "gARDEN" }), { value: { result: hits } });
  t.match(await call(gate, "find_backlinks", { target: "Garden" }), {
    value: { result: [{ file: "2026-11-30.md", line: 4, text: "- [ ] weed the [[Garden]]" }] },
  });
  t.match(await spaceTasks(gate, "", never), {
    value: { result: [{ name: "2026-11-30.md", ref: "Garden", line: 4, state: " ", text: "weed the [[Garden]]" }] },
  });
});

t.test("[gate.opens] only a folder that is there opens the gate", async (t) => {
  const { root } = space(t, { "a.md": "" });
  const readers = openReaders({ threads: 1 });
  t.strictSame(await openGate(join(root, "none"), readers), {
    ok: false,
    problem: "the space's folder does not exist",
  });
  t.strictSame(await openGate(join(root, "a.md"), readers), { ok: false, problem: "the space's path is not a folder" });
});

t.test("[gate.moved] a space that was moved away is not searched any more", async (t) => {
  const root = join(newFolder(t), "space");
  const { grant } = space(t, { "a.md": "" });
  renameSync(grant.root, root);
  const gate = await gateTo(root);
  t.match(await call(gate, "recent_pages", {}), { value: { result: [{ name: "a.md" }] } });
  renameSync(root, grant.root);
  t.match(await call(gate, "recent_pages", {}), { refusal: { code: "SPACE_UNREADABLE" } });
});

t.test("[gate.cancel] a search that is given up ends in the middle, and the next one is answered", async (t) => {
  const { root } = space(t, { "a.md": "word" });
  const marker = join(newFolder(t), "started");
  // The first search hangs in it, the next one does not.
  fakeRipgrep(t, `if test -e ${marker}; then exit 2; fi; : > ${marker}; exec sleep 20`);
  const gate = await gateTo(root);
  const controller = new AbortController();
  const begun = performance.now();
  const search = call(gate, "search_pages", { query: "word" }, controller.signal);
  while (!existsSync(marker)) await setTimeout(5);
  controller.abort();
  t.equal(await search, null);
  t.match(await call(gate, "search_pages", { query: "word" }), { value: { result: [{ name: "a.md" }] } });
  t.ok(performance.now() - begun < 4000, "before the time of a slow ripgrep was over");
});
