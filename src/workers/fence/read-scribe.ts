import { ledgerPath, scribeFolder } from "../../core/grant-path.ts";
import { errnoOf } from "./errno.ts";
import { flags } from "./flags.ts";
import type { Hold } from "./hold.ts";
import { kindOf } from "./ledger.ts";
import { openHeld } from "./open.ts";
import { failed, type Refused, refused, stale } from "./outcome.ts";
import { checkRoot, type Fence } from "./root.ts";

const ledgerName = "lineage.jsonl";

/** The ledger, open for reading. The caller releases `fd`; `size` is bytes. */
export interface LedgerFile {
  readonly fd: number;
  readonly size: number;
}

/**
 * Holds the folder of the server's own files for reading, which the caller closes; null when there is none. It need not
 * be writable. Refuses `SCRIBE_NOT_INITIALISED` when it is a link or no directory.
 */
export function lookAtScribeDir(fence: Fence): { readonly ok: true; readonly wyrd: Hold | null } | Refused {
  const root = checkRoot(fence);
  if (!root.ok) return root;
  let wyrd: Hold;
  try {
    wyrd = fence.root.look(scribeFolder);
  } catch (error) {
    return errnoOf(error) === "ENOENT" ? { ok: true, wyrd: null } : failed(error, scribeFolder);
  }
  if (wyrd.stats.isDirectory()) return { ok: true, wyrd };
  const found = wyrd.stats.isSymbolicLink() ? "link" : "not_a_directory";
  wyrd.close();
  return refused("SCRIBE_NOT_INITIALISED", { found });
}

/** Opens the ledger for reading; null when there is none. Refuses `LEDGER_UNUSABLE` when it is no regular file. */
export function openLedgerToRead(wyrd: Hold): { readonly ok: true; readonly file: LedgerFile | null } | Refused {
  let ledger: Hold;
  try {
    ledger = wyrd.look(ledgerName);
  } catch (error) {
    return errnoOf(error) === "ENOENT" ? { ok: true, file: null } : failed(error, ledgerPath);
  }
  try {
    if (!ledger.stats.isFile()) return refused("LEDGER_UNUSABLE", { problem: kindOf(ledger.stats), errno: null });
    const opened = openHeld(ledger, flags.read);
    return opened === null ? stale(ledgerPath) : { ok: true, file: { fd: opened.fd, size: Number(opened.stats.size) } };
  } catch (error) {
    return failed(error, ledgerPath);
  } finally {
    ledger.close();
  }
}
