import type { LineageRecord } from "../../../core/contract.generated.ts";
import { compareLineage, comparePage, eventOf } from "../../../core/lineage/audit/compare.ts";
import type { Finding } from "../../../core/lineage/audit/finding.ts";
import type { LedgerVersion } from "../../../core/messages/audit.ts";
import type { PageLineage } from "../../../core/text/read-lineage.ts";
import { lookAtPage } from "./look-at-page.ts";
import { indexOf, recordOf } from "./thread-index.ts";
import type { OpenVault } from "./with-ledger.ts";

/** A record and its line. */
export interface Recorded {
  readonly line: number;
  readonly record: LineageRecord;
}

/** Compares a page with its record, and the lineage that it carries with the record of that. Null when the ledger has changed. */
export async function auditPage(
  vault: OpenVault,
  version: LedgerVersion,
  { line, record }: Recorded,
): Promise<readonly Finding[] | null> {
  const { path } = record.page.identity;
  const sight = await lookAtPage(vault.fence, path);
  const findings = [comparePage(record, line, sight)];
  if (sight.kind === "file") {
    const joined = await joinLineage(vault, version, sight.lineage, record);
    if (!joined.ok) return null;
    findings.push(compareLineage(sight.lineage, joined.record, line, path));
  }
  return findings.filter((found) => found !== null);
}

/**
 * The record of the event that a page's lineage names; null when the ledger has none.
 * @param likely a record that may be it
 */
export async function joinLineage(
  { file }: OpenVault,
  version: LedgerVersion,
  lineage: PageLineage,
  likely: LineageRecord | null,
): Promise<{ readonly ok: true; readonly record: LineageRecord | null } | { readonly ok: false }> {
  const event = eventOf(lineage);
  if (event === null) return { ok: true, record: null };
  if (event === likely?.event_id) return { ok: true, record: likely };
  const index = await indexOf(file.fd, version);
  return index === null ? { ok: false } : { ok: true, record: recordOf(file.fd, index, event) };
}
