import type { Test } from "tap";
import { recordLine } from "../../../../src/core/lineage/record.ts";
import type { LedgerCut } from "../../../../src/core/messages/audit.ts";
import type { Grant } from "../../../../src/core/messages/reader.ts";
import { cutLedger } from "../../../../src/workers/reading/audit/cut-ledger.ts";
import { recordOf, vaultId } from "../../../core/lineage/audit/records.ts";
import { scene } from "../../fence/staging.ts";

/** The ledger of two empty pages, line by line. */
export const lines: readonly string[] = [recordOf(1, "a.md"), recordOf(2, "b.md")].map(recordLine);

/** A vault with these two pages, and its ledger's cut. */
export async function cutVault(t: Test) {
  const config = { schema: "wyrd.scribe/v1", vault_id: vaultId, write_frontmatter: true };
  const wyrd = { "scribe.json": JSON.stringify(config), "lineage.jsonl": lines.join("") };
  const { fence, in: inGrant } = scene(t, { "a.md": "", "b.md": "", ".wyrd": wyrd });
  const { grant } = fence;
  return { grant, cut: await cutOf(grant), ledger: inGrant(".wyrd/lineage.jsonl"), in: inGrant };
}

export async function cutOf(grant: Grant): Promise<LedgerCut> {
  const answer = await cutLedger({ grant, page: null, expect: null, job: null }, () => {});
  if (!answer.ok || answer.cut === null) throw new Error("no ledger");
  return answer.cut;
}

/** The answer to whoever relies on a version of the ledger that is no more. */
export const ledgerChanged = {
  ok: false,
  refusal: { code: "SOURCE_CHANGED_DURING_READ", facts: { path: ".wyrd/lineage.jsonl" } },
};
