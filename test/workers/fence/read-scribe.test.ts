import { execFileSync } from "node:child_process";
import fs from "node:fs";
import t from "tap";
import { lookAtScribeDir, openLedgerToRead } from "../../../src/workers/fence/read-scribe.ts";
import { release } from "../../../src/workers/fence/release.ts";
import type { Fence } from "../../../src/workers/fence/root.ts";
import { failEachCall, openDescriptors, scene, staged, type Tree, walks } from "./staging.ts";

/** What becomes of the ledger: its size, null where there is none, or the code and the problem of a refusal. */
function ledgerOf(fence: Fence): number | string | null {
  const scribe = lookAtScribeDir(fence);
  if (!scribe.ok) return refusalOf(scribe);
  if (scribe.wyrd === null) return null;
  try {
    const opened = openLedgerToRead(scribe.wyrd);
    if (!opened.ok) return refusalOf(opened);
    if (opened.file === null) return null;
    release(opened.file.fd);
    return opened.file.size;
  } finally {
    scribe.wyrd.close();
  }
}

function refusalOf({ refusal }: { readonly refusal: { readonly code: string; readonly facts: object } }): string {
  return [refusal.code, ...Object.values(refusal.facts)].filter((fact) => fact !== null).join(" ");
}

for (const walk of walks) {
  t.test(`[verify.could-not-run] the ledger is a regular file in a real folder, or none (${walk})`, async (t) => {
    const cases: [Tree, ReturnType<typeof ledgerOf>][] = [
      [{}, null],
      [{ ".wyrd": {} }, null],
      [{ ".wyrd": { "lineage.jsonl": "text" } }, 4],
      [{ ".wyrd": "text" }, "SCRIBE_NOT_INITIALISED not_a_directory"],
      [{ ".wyrd": { link: "real" }, real: { "lineage.jsonl": "" } }, "SCRIBE_NOT_INITIALISED link"],
      [{ ".wyrd": { "lineage.jsonl": {} } }, "LEDGER_UNUSABLE directory"],
      [{ ".wyrd": { "lineage.jsonl": { link: "../a.md" } }, "a.md": "" }, "LEDGER_UNUSABLE link"],
      [{ ".wyrd": { "lineage.jsonl": { link: "nowhere" } } }, "LEDGER_UNUSABLE link"],
    ];
    for (const [tree, expected] of cases) {
      const { fence } = scene(t, tree, walk);
      const open = openDescriptors();
      t.equal(ledgerOf(fence), expected, JSON.stringify(tree));
      t.equal(openDescriptors(), open);
    }
  });

  t.test(`[verify.could-not-run] a FIFO is not opened, and a read-only ledger is read (${walk})`, async (t) => {
    const { fence, in: inGrant } = scene(t, { ".wyrd": { "lineage.jsonl": "text" } }, walk);
    fs.chmodSync(inGrant(".wyrd/lineage.jsonl"), 0o444);
    fs.chmodSync(inGrant(".wyrd"), 0o555);
    t.equal(ledgerOf(fence), 4);
    fs.chmodSync(inGrant(".wyrd"), 0o755);
    fs.rmSync(inGrant(".wyrd/lineage.jsonl"));
    execFileSync("mkfifo", [inGrant(".wyrd/lineage.jsonl")]);
    t.equal(ledgerOf(fence), "LEDGER_UNUSABLE not_a_file");
  });

  t.test(
    `[verify.could-not-run] a call of the system that fails is a refusal, and leaves nothing open (${walk})`,
    async (t) => {
      const { fence } = scene(t, { ".wyrd": { "lineage.jsonl": "text" } }, walk);
      failEachCall("EIO", (before, failed) => {
        const { result, calls, leaked } = staged(before, () => ledgerOf(fence));
        t.equal(leaked, 0);
        if (failed() !== null && failed() !== "close") t.match(result, /^(IO_ERROR|ROOT_MOVED)/, `${failed()}`);
        return { calls };
      });
    },
  );
}
