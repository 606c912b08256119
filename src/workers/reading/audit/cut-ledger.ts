import type { CutAnswer } from "../../../core/messages/audit.ts";
import type { CutLedgerTask } from "../../../core/messages/reader.ts";
import type { Note } from "../resolve-source.ts";
import { surveyLedger } from "./survey-ledger.ts";
import { holdIndex } from "./thread-index.ts";
import { readVaultId } from "./vault-id.ts";
import { withLedger } from "./with-ledger.ts";

/** Parts the ledger into slices and finds what only shows when all of it is seen. */
export function cutLedger({ grant, page, expect }: CutLedgerTask, note: Note): Promise<CutAnswer> {
  return withLedger<CutAnswer>(grant, { ok: true, cut: null }, async ({ wyrd, file }) => {
    const vault = readVaultId(wyrd);
    const survey = await surveyLedger(file, {
      vaultId: vault.ok ? vault.id : null,
      page,
      expect,
      note: (done) => note(done, file.size),
    });
    if (survey === null) return null;
    const { cut, index } = survey;
    holdIndex(cut.version, index);
    const findings = vault.ok || cut.records === 0 ? cut.findings : [vault.finding, ...cut.findings];
    return { ok: true, cut: { ...cut, findings } };
  });
}
