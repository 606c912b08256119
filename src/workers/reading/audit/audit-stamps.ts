import { targetFault } from "../../../core/grant-path.ts";
import { compareLineage } from "../../../core/lineage/audit/compare.ts";
import type { Finding } from "../../../core/lineage/audit/finding.ts";
import type { AuditAnswer } from "../../../core/messages/audit.ts";
import type { AuditStampsTask } from "../../../core/messages/reader.ts";
import { filesBelow } from "../../fence/files-below.ts";
import { joinLineage } from "./audit-page.ts";
import { lookAtLineage } from "./look-at-page.ts";
import { indexOf } from "./thread-index.ts";
import { readVaultId } from "./vault-id.ts";
import { withLedger } from "./with-ledger.ts";

/**
 * Looks for pages that carry a lineage and that no record names: what they say has to be in the ledger under its event
 * all the same, as it is for a page that was moved or copied. Pages are looked for where the server could make them.
 */
export function auditStamps({ grant, ledger }: AuditStampsTask): Promise<AuditAnswer> {
  return withLedger<AuditAnswer>(grant, null, async (vault) => {
    const index = await indexOf(vault.file.fd, ledger);
    if (index === null) return null;
    const id = readVaultId(vault.wyrd);
    const findings: Finding[] = [];
    for (const path of filesBelow(vault.fence, (folder) => couldHold(`${folder}/page.md`))) {
      if (!couldHold(path) || (id.ok && index.hasPage(id.id, path))) continue;
      const lineage = await lookAtLineage(vault.fence, path);
      const joined = await joinLineage(vault, ledger, lineage, null);
      if (!joined.ok) return null;
      const found = compareLineage(lineage, joined.record, null, path);
      if (found !== null) findings.push(found);
    }
    findings.sort((a, b) => ((a.path ?? "") < (b.path ?? "") ? -1 : 1));
    return { ok: true, findings, checked: { pages: 0, sources: 0, spans: 0 } };
  });
}

/** Whether the server could make a page of this path. */
function couldHold(path: string): boolean {
  return targetFault(path, "") === null;
}
