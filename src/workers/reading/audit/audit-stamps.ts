import { targetFault } from "../../../core/grant-path.ts";
import { compareLineage, eventOf } from "../../../core/lineage/audit/compare.ts";
import type { Finding } from "../../../core/lineage/audit/finding.ts";
import type { LedgerIndex } from "../../../core/lineage/audit/ledger-index.ts";
import { atRest } from "../../../core/lineage/stamp.ts";
import { limits } from "../../../core/limits.ts";
import type { AuditAnswer } from "../../../core/messages/audit.ts";
import type { AuditStampsTask } from "../../../core/messages/reader.ts";
import { filesBelow } from "../../fence/files-below.ts";
import { sys } from "../../fence/sys.ts";
import { lateRecords } from "./late-records.ts";
import { type LineageSight, lookAtLineage } from "./look-at-page.ts";
import { indexOf, recordOf } from "./thread-index.ts";
import { readVaultId } from "./vault-id.ts";
import { type OpenVault, withLedger } from "./with-ledger.ts";

/** A page whose event is not in the index. */
interface Stray extends LineageSight {
  readonly path: string;
  readonly event: string;
}

/**
 * Looks for pages that carry a lineage and that no record names: what they say has to be in the ledger under its event
 * all the same, as it is for a page that was moved or copied, and for one that was written since the ledger was cut.
 * Pages are looked for where the server could make them.
 */
export function auditStamps({ grant, ledger }: AuditStampsTask): Promise<AuditAnswer> {
  return withLedger<AuditAnswer>(grant, null, async (vault) => {
    const index = await indexOf(vault.file.fd, ledger);
    if (index === null) return null;
    const findings: (Finding | null)[] = [];
    const strays = new Map<string, Stray>();
    for (const path of unrecordedPages(vault, index)) {
      const seen = await lookAtLineage(vault.fence, path);
      if (seen === null) continue;
      const event = eventOf(seen.lineage);
      const record = event === null ? null : recordOf(vault.file.fd, index, event);
      if (event !== null && record === null) strays.set(event, { ...seen, path, event });
      else findings.push(compareLineage(seen.lineage, record, null, path));
    }
  });
}
