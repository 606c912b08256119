import type { Grant } from "../../core/messages/reader.ts";
import type { PrepareAnswer } from "../../core/messages/writer.ts";
import { checkLedger } from "../fence/ledger.ts";
import { openTarget } from "../fence/target.ts";
import { openVault } from "./vault.ts";

/**
 * Whether a page could be written now. In order: `.wyrd`, its config, the page's folder and name, the ledger. Writes
 * nothing.
 */
export function prepareWrite({ grant, path }: { readonly grant: Grant; readonly path: string }): PrepareAnswer {
  const opened = openVault(grant);
  if (!opened.ok) return opened;
  const { fence, wyrd } = opened.vault;
  try {
    const aimed = openTarget(fence, wyrd, path);
    if (!aimed.ok) return { ok: false, refusal: { ...aimed.refusal, at: "/path" } };
    aimed.target.parent.close();
    const ledger = checkLedger(wyrd);
    return ledger.ok ? { ok: true } : ledger;
  } finally {
    wyrd.close();
  }
}
