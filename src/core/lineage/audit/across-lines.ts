import type { LineageRecord } from "../../contract.generated.ts";
import { limits } from "../../limits.ts";
import { type Finding, finding } from "./finding.ts";
import type { Earlier } from "./ledger-index.ts";

/**
 * What only shows when records are seen one after the other: an event id used before, an id of another vault, a time
 * before that of the record above. Records of servers that write at once may stand out of order by the time that a
 * commit takes: a step back below `limits.commitMs` is none.
 * @param vaultId null when the vault's own is not known
 */
export function acrossLines(vaultId: string | null) {
  let before = Number.NEGATIVE_INFINITY;

  return (record: LineageRecord, line: number, { sameEvent }: Earlier): Finding[] => {
    const path = record.page.identity.path;
    const found: Finding[] = [];
    if (sameEvent !== null) found.push(finding("ledger.duplicate_event_id", line, path, { first_line: sameEvent }));
    const foreign = vaultId === null ? null : foreignId(record, vaultId);
    if (foreign !== null) found.push(finding("ledger.foreign_vault_id", line, path, { at: foreign }));
    const time = Date.parse(record.recorded_at);
    if (before - time >= limits.commitMs) {
      found.push(finding("ledger.time_backwards", line, path, { behind_ms: before - time }));
    }
    before = time;
    return found;
  };
}

/** JSON pointer of the first id in a record that is not the vault's. */
function foreignId({ vault, page, sources }: LineageRecord, vaultId: string): string | null {
  if (vault.id !== vaultId) return "/vault/id";
  if (page.identity.vault_id !== vaultId) return "/page/identity/vault_id";
  const entry = sources.findIndex(({ identity }) => identity.vault_id !== vaultId);
  return entry < 0 ? null : `/sources/${entry}/identity/vault_id`;
}
