import fs from "node:fs";
import t, { type Test } from "tap";
import { recordLine } from "../../../../src/core/lineage/record.ts";
import type { LedgerCut } from "../../../../src/core/messages/audit.ts";
import type { Grant } from "../../../../src/core/messages/reader.ts";
import { auditSlice } from "../../../../src/workers/reading/audit/audit-slice.ts";
import { auditStamps } from "../../../../src/workers/reading/audit/audit-stamps.ts";
import { cutLedger } from "../../../../src/workers/reading/audit/cut-ledger.ts";
import { recordOf, vaultId } from "../../../core/lineage/audit/records.ts";
import { scene } from "../../fence/staging.ts";

const lines = [recordOf(1, "a.md"), recordOf(2, "b.md")].map(recordLine);
const config = { schema: "wyrd.scribe/v1", vault_id: vaultId, write_frontmatter: true };

/** A vault of two empty pages, and its ledger's cut. */
async function cut(t: Test) {
  const { fence, in: inGrant } = scene(t, {
    "a.md": "",
    "b.md": "",
    ".wyrd": { "scribe.json": JSON.stringify(config), "lineage.jsonl": lines.join("") },
  });
  const ledger = inGrant(".wyrd/lineage.jsonl");
  return { grant: fence.grant, cut: await cutOf(fence.grant), ledger, in: inGrant };
}

async function cutOf(grant: Grant): Promise<LedgerCut> {
  const answer = await cutLedger({ grant, page: null, expect: null, job: null }, () => {});
  if (!answer.ok || answer.cut === null) throw new Error("no ledger");
  return answer.cut;
}

const first = (grant: Grant, { version, slices: [slice] }: LedgerCut) => {
  if (slice === undefined) throw new Error("no slice");
  return auditSlice({ grant, ledger: version, slice, page: null, known: [] });
};

const changed = { ok: false, refusal: { code: "SOURCE_CHANGED_DURING_READ", facts: { path: ".wyrd/lineage.jsonl" } } };

t.test("[verify.pages] a slice is compared with its pages", async (t) => {
  const vault = await cut(t);
  fs.writeFileSync(vault.in("b.md"), "text");
  t.match(await first(vault.grant, vault.cut), {
    ok: true,
    checked: { pages: 2, sources: 0, spans: 0 },
    findings: [{ code: "page.edited", line: 2, path: "b.md" }],
  });
});

t.test("[verify.ledger] lines appended meanwhile change nothing, and others that it could not run", async (t) => {
  const vault = await cut(t);
  fs.appendFileSync(vault.ledger, recordLine(recordOf(3, "c.md")));
  t.match(await first(vault.grant, vault.cut), { ok: true, findings: [] });
  fs.writeFileSync(vault.ledger, lines.join("").replace("a.md", "c.md"));
  t.match(await first(vault.grant, vault.cut), changed);
  fs.truncateSync(vault.ledger, 10);
  t.match(await first(vault.grant, vault.cut), changed);
  fs.rmSync(vault.ledger);
  t.match(await first(vault.grant, vault.cut), changed);
});

t.test(
  "[verify.frontmatter] a thread without the index of a ledger makes it, if it still is that ledger",
  async (t) => {
    const [one, two] = [await cut(t), await cut(t)];
    fs.appendFileSync(two.ledger, "\n");
    const later = await cutOf(two.grant);
    const { recorded_at, ...rest } = recordOf(1, "a.md");
    const { page: _, ...projection } = { ...rest, recorded_at };
    fs.writeFileSync(one.in("copy.md"), `---\nwyrd_lineage: ${JSON.stringify(projection)}\n---\n`);
    fs.writeFileSync(one.in("other.md"), `---\nwyrd_lineage: ${JSON.stringify(rest)}\n---\n`);
    const stamps = () => auditStamps({ grant: one.grant, ledger: one.cut.version });
    t.match(await stamps(), { ok: true, findings: [{ code: "frontmatter.disagrees", line: null, path: "other.md" }] });
    fs.writeFileSync(one.ledger, lines.join("").replace("a.md", "c.md"));
    await auditStamps({ grant: two.grant, ledger: later.version });
    t.match(await stamps(), changed);
  },
);
