import type { ScribeConfig } from "../../core/contract.generated.ts";
import { configPath } from "../../core/grant-path.ts";
import type { Grant } from "../../core/messages/reader.ts";
import { readConfig } from "../../core/scribe-config.ts";
import { mintConfig, readConfigBytes } from "../fence/config-file.ts";
import type { Hold } from "../fence/hold.ts";
import { type Refused, refused, stale } from "../fence/outcome.ts";
import type { Fence } from "../fence/root.ts";
import { openScribeDir } from "../fence/scribe-dir.ts";
import { fenceOf } from "../fence/thread-fence.ts";

/** A vault that may be written to. `config` is null until the first page; the caller closes `wyrd`. */
export interface Vault {
  readonly fence: Fence;
  readonly wyrd: Hold;
  readonly config: ScribeConfig | null;
}

/** Opens the vault: `.wyrd` is a real directory and its config, if there is one, is valid. */
export function openVault(grant: Grant): { readonly ok: true; readonly vault: Vault } | Refused {
  const opened = fenceOf(grant);
  if (!opened.ok) return opened;
  const { fence } = opened;
  const scribe = openScribeDir(fence);
  if (!scribe.ok) return scribe;
  const { wyrd } = scribe;
  const read = configIn(wyrd);
  if (read.ok) return { ok: true, vault: { fence, wyrd, config: read.config } };
  wyrd.close();
  return read;
}

/** The config of a vault with this id, as it is minted. */
export function newConfig(vaultId: string): ScribeConfig {
  return { schema: "wyrd.scribe/v1", vault_id: vaultId, write_frontmatter: false };
}

/** Mints the config, or takes the one that another server minted meanwhile. */
export function settleConfig(
  wyrd: Hold,
  config: ScribeConfig,
): { readonly ok: true; readonly config: ScribeConfig; readonly minted: boolean } | Refused {
  const bytes = Buffer.from(`${JSON.stringify(config, null, 2)}\n`);
  for (let attempt = 0; attempt < 2; attempt++) {
    const made = mintConfig(wyrd, bytes);
    if (!made.ok) return made;
    if (made.minted) return { ok: true, config, minted: true };
    const read = configIn(wyrd);
    if (!read.ok) return read;
    if (read.config !== null) return { ok: true, config: read.config, minted: false };
  }
  return stale(configPath);
}

function configIn(wyrd: Hold): { readonly ok: true; readonly config: ScribeConfig | null } | Refused {
  const bytes = readConfigBytes(wyrd);
  if (!bytes.ok) return bytes;
  if (bytes.bytes === null) return { ok: true, config: null };
  const read = readConfig(bytes.bytes);
  return read.ok ? read : refused("SCRIBE_CONFIG_INVALID", { problem: read.problem });
}
