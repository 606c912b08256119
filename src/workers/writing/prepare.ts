import type { PrepareVerdict, WriterTasks } from "../../core/messages/writer.ts";
import { pointTo } from "../../core/refusal.ts";
import { checkLedger } from "../fence/ledger.ts";
import { openTarget } from "../fence/target.ts";
import { openVault, type Vault } from "./vault.ts";

/**
 * Whether pages could be written now. In order: `.wyrd`, its config, the page's folder and name, the ledger. Writes
 * nothing.
 */
export function prepareWrites({
  grant,
  paths,
}: WriterTasks["prepare_writes"]["task"]): WriterTasks["prepare_writes"]["answer"] {
  const opened = openVault(grant);
  if (!opened.ok) return { verdicts: paths.map(() => opened) };
  const { vault } = opened;
  try {
    const ledger = checkLedger(vault.wyrd);
    return { verdicts: paths.map((path) => targetVerdict(vault, path) ?? (ledger.ok ? { ok: true } : ledger)) };
  } finally {
    vault.wyrd.close();
  }
}

/** Why no page can be made at a path; null when one can. */
function targetVerdict({ fence, wyrd }: Vault, path: string): PrepareVerdict | null {
  const aimed = openTarget(fence, wyrd, path);
  if (!aimed.ok) return { ok: false, refusal: pointTo(aimed.refusal, "/path") };
  aimed.target.parent.close();
  return null;
}
