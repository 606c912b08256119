import type { LineageRecord } from "../../../core/contract.generated.ts";
import { compareLineage, comparePage, eventOf } from "../../../core/lineage/audit/compare.ts";
import type { Finding } from "../../../core/lineage/audit/finding.ts";
import type { LedgerVersion } from "../../../core/messages/audit.ts";
import { lookAtPage } from "./look-at-page.ts";
import { indexOf, recordOf } from "./thread-index.ts";
import type { OpenVault } from "./with-ledger.ts";

/** A record and its line. */
export interface Recorded {
  readonly line: number;
  readonly record: LineageRecord;
}

/**
 * Compares a page with its record, and the lineage that it carries with the record of that. Null when the ledger has
 * changed.
 */
export async function auditPage(
  vault: OpenVault,
  version: LedgerVersion,
  { line, record }: Recorded,
): Promise<readonly Finding[] | null> {
  const { path } = record.page.identity;
  const sight = await lookAtPage(vault.fence, path);
  const findings = [comparePage(record, line, sight)];
  if (sight.kind === "file") {
    const event = eventOf(sight.lineage);
    const isOwn = event === null || event === record.event_id;
    const joined = isOwn ? { record } : await joinEvent(vault.file.fd, version, event);
    if (joined === null) return null;
    findings.push(compareLineage(sight.lineage, joined.record, line, path));
  }
  return findings.filter((found) => found !== null);
}

/** The record of an event; null when the ledger has changed. */
async function joinEvent(
  fd: number,
  version: LedgerVersion,
  event: string,
): Promise<{ readonly record: LineageRecord | null } | null> {
  const index = await indexOf(fd, version);
  return index && { record: recordOf(fd, index, event) };
}
