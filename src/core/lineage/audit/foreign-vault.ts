import type { LineageRecord } from "../../contract.generated.ts";
import { type Finding, finding } from "./finding.ts";

/** Finds an id of another vault in a record; null when there is none, or the vault's own is not known. */
export function foreignVault(record: LineageRecord, line: number, vaultId: string | null): Finding | null {
  const at = vaultId === null ? null : foreignId(record, vaultId);
  return at === null ? null : finding("ledger.foreign_vault_id", line, record.page.identity.path, { at });
}

/** JSON pointer of the first id in a record that is not the vault's. */
function foreignId({ vault, page, sources }: LineageRecord, vaultId: string): string | null {
  if (vault.id !== vaultId) return "/vault/id";
  if (page.identity.vault_id !== vaultId) return "/page/identity/vault_id";
  const entry = sources.findIndex(({ identity }) => identity.vault_id !== vaultId);
  return entry < 0 ? null : `/sources/${entry}/identity/vault_id`;
}
