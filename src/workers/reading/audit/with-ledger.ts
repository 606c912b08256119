import { ledgerPath } from "../../../core/grant-path.ts";
import type { Grant } from "../../../core/messages/reader.ts";
import type { Hold } from "../../fence/hold.ts";
import { failed, type Refused, refused } from "../../fence/outcome.ts";
import { type LedgerFile, lookAtScribeDir, openLedgerToRead } from "../../fence/read-scribe.ts";
import { release } from "../../fence/release.ts";
import type { Fence } from "../../fence/root.ts";
import { fenceOf } from "../../fence/thread-fence.ts";

export interface OpenVault {
  readonly fence: Fence;
  readonly wyrd: Hold;
  readonly file: LedgerFile;
}

/** The ledger is not what it was when it was cut. */
const changed = refused("SOURCE_CHANGED_DURING_READ", { path: ledgerPath });

/**
 * Opens the ledger for one task and closes it again.
 * @param absent the answer when there is no ledger
 * @param use gives null when the ledger is no longer what it was
 */
export async function withLedger<Answer>(
  grant: Grant,
  absent: Answer | null,
  use: (vault: OpenVault) => Promise<Answer | null>,
): Promise<Answer | Refused> {
  const opened = fenceOf(grant);
  if (!opened.ok) return opened;
  const { fence } = opened;
  const scribe = lookAtScribeDir(fence);
  if (!scribe.ok) return scribe;
  const { wyrd } = scribe;
  if (wyrd === null) return absent ?? changed;
  try {
    const ledger = openLedgerToRead(wyrd);
    if (!ledger.ok) return ledger;
    if (ledger.file === null) return absent ?? changed;
    return await used(use, { fence, wyrd, file: ledger.file });
  } finally {
    wyrd.close();
  }
}

async function used<Answer>(
  use: (vault: OpenVault) => Promise<Answer | null>,
  vault: OpenVault,
): Promise<Answer | Refused> {
  try {
    return (await use(vault)) ?? changed;
  } catch (error) {
    return failed(error, ledgerPath);
  } finally {
    release(vault.file.fd);
  }
}
