import type { CutAnswer } from "../../../core/messages/audit.ts";
import type { CutLedgerTask } from "../../../core/messages/reader.ts";
import { limits } from "../../../core/limits.ts";
import type { LedgerFile } from "../../fence/read-scribe.ts";
import { stampOf } from "../../fence/stamp.ts";
import type { Note } from "../resolve-source.ts";
import { type Survey, type SurveyOptions, surveyLedger } from "./survey-ledger.ts";
import { holdIndex } from "./thread-index.ts";
import { readVaultId } from "./vault-id.ts";
import { withLedger } from "./with-ledger.ts";

/** Parts the ledger into slices and finds what only shows when all of it is seen. */
export function cutLedger({ grant, page, expect }: CutLedgerTask, note: Note): Promise<CutAnswer> {
  return withLedger<CutAnswer>(grant, { ok: true, cut: null }, async ({ wyrd, file }) => {
    // After the ledger was opened: a config is made before the first record.
    const vault = readVaultId(wyrd);
    const survey = await surveyWhole(file, { vaultId: vault.ok ? vault.id : null, page, expect }, note);
    if (survey === null) return null;
    const { cut, index } = survey;
    holdIndex(cut.version, index);
    const findings = vault.ok || cut.records === 0 ? cut.findings : [vault.finding, ...cut.findings];
    return { ok: true, cut: { ...cut, findings } };
  });
}

/**
 * Surveys the ledger once more when its last line was not ended and it has grown since: another program was just writing
 * the line.
 */
async function surveyWhole(
  { fd, size }: LedgerFile,
  options: Omit<SurveyOptions, "note">,
  note: Note,
): Promise<Survey | null> {
  let bytes = size;
  for (let attempt = 1; ; attempt++) {
    const total = bytes;
    const survey = await surveyLedger({ fd, size: total }, { ...options, note: (done) => note(done, total) });
    const isTorn = survey !== null && survey.cut.version.checkpoint.bytes < total;
    bytes = stampOf(fd).size;
    if (!isTorn || bytes <= total || attempt === limits.readAttempts) return survey;
  }
}
