import { targetFault } from "../../../core/grant-path.ts";
import { limits } from "../../../core/limits.ts";
import { compareLineage, eventOf } from "../../../core/lineage/audit/compare.ts";
import { type Finding, finding } from "../../../core/lineage/audit/finding.ts";
import type { LedgerIndex } from "../../../core/lineage/audit/ledger-index.ts";
import { atRest } from "../../../core/lineage/stamp.ts";
import type { AuditAnswer } from "../../../core/messages/audit.ts";
import type { AuditStampsTask } from "../../../core/messages/reader.ts";
import type { PageLineage } from "../../../core/text/read-lineage.ts";
import { filesBelow, type Met } from "../../fence/files-below.ts";
import type { Fence } from "../../fence/root.ts";
import { sys } from "../../fence/sys.ts";
import { lateRecords } from "./late-records.ts";
import { lookAtLineage } from "./look-at-page.ts";
import { indexOf, recordOf } from "./thread-index.ts";
import { withLedger } from "./with-ledger.ts";

/** A page whose event is not in the index. */
interface Stray {
  readonly path: string;
  readonly lineage: PageLineage;
  readonly event: string;
  /** Whether its commit may be under way. */
  readonly isYoung: boolean;
}

/**
 * Looks for pages that carry a lineage and that no record names: what they say has to be in the ledger under its event
 * all the same, as it is for a page that was moved or copied, and for one that was written since the ledger was cut.
 */
export function auditStamps({ grant, ledger }: AuditStampsTask): Promise<AuditAnswer> {
  return withLedger<AuditAnswer>(grant, null, async (vault) => {
    const { fd } = vault.file;
    const index = await indexOf(fd, ledger);
    if (index === null) return null;
    const findings: (Finding | null)[] = [];
    const strays: Stray[] = [];
    for (const met of unrecordedPages(vault.fence, index, ledger.vault_id)) {
      if (!met.ok) {
        const { code } = met.refusal;
        if (code !== "DENIED") return met;
        findings.push(finding("page.unreadable", null, met.refusal.facts.path, { reason: code }));
        continue;
      }
      const { path } = met;
      const now = sys.now();
      const seen = await lookAtLineage(vault.fence, path);
      if (seen.kind === "unreadable") findings.push(finding("page.unreadable", null, path, { reason: seen.reason }));
      if (seen.kind !== "file") continue;
      const { lineage, stamp } = seen;
      const event = eventOf(lineage);
      const record = event === null ? null : recordOf(fd, index, event);
      if (event === null || record !== null) findings.push(compareLineage(lineage, record, null, path));
      else strays.push({ path, lineage, event, isYoung: !atRest(stamp, now, limits.commitMs) });
    }
    findings.push(...(await compareStrays(fd, ledger.checkpoint.bytes, strays)));
    const found = findings.filter((one) => one !== null);
    return { ok: true, findings: found.sort(byPath), checked: { pages: 0, sources: 0, spans: 0 } };
  });
}

/** Files that the server could have made, but for the pages of records; and folders that cannot be looked into. */
function* unrecordedPages(fence: Fence, index: LedgerIndex, vaultId: string | null): Generator<Met> {
  for (const met of filesBelow(fence, (folder) => couldBeMade(`${folder}/page.md`))) {
    if (!met.ok) yield met;
    else if (couldBeMade(met.path) && !(vaultId !== null && index.hasPage(vaultId, met.path))) yield met;
  }
}

function couldBeMade(path: string): boolean {
  return targetFault(path, "") === null;
}

async function compareStrays(fd: number, from: number, strays: readonly Stray[]): Promise<(Finding | null)[]> {
  if (strays.length === 0) return [];
  const events = new Set(strays.map(({ event }) => event));
  const young = new Set(strays.filter(({ isYoung }) => isYoung).map(({ event }) => event));
  const late = await lateRecords(fd, from, events, (event) => young.has(event));
  return strays.map(({ path, lineage, event }) => compareLineage(lineage, late.get(event) ?? null, null, path));
}

function byPath(a: Finding, b: Finding): number {
  return (a.path ?? "") < (b.path ?? "") ? -1 : 1;
}
