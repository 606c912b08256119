import { configPath } from "../../../core/grant-path.ts";
import { type Finding, finding } from "../../../core/lineage/audit/finding.ts";
import type { RefusalCode } from "../../../core/refusal.ts";
import { readConfig } from "../../../core/scribe-config.ts";
import { readConfigBytes } from "../../fence/config-file.ts";
import type { Hold } from "../../fence/hold.ts";

/** The id in a vault's config, or what is wrong with the config. */
export type VaultId = { readonly ok: true; readonly id: string } | { readonly ok: false; readonly finding: Finding };

/** Reads the id of a vault. */
export function readVaultId(wyrd: Hold): VaultId {
  const read = readConfigBytes(wyrd);
  if (!read.ok) return invalid(read.refusal.code);
  if (read.bytes === null) return { ok: false, finding: finding("config.missing", null, configPath, {}) };
  const parsed = readConfig(read.bytes);
  return parsed.ok ? { ok: true, id: parsed.config.vault_id } : invalid("SCRIBE_CONFIG_INVALID");
}

function invalid(reason: RefusalCode): VaultId {
  return { ok: false, finding: finding("config.invalid", null, configPath, { reason }) };
}
