import { limits } from "../../../core/limits.ts";
import type { CutAnswer } from "../../../core/messages/audit.ts";
import type { CutLedgerTask } from "../../../core/messages/reader.ts";
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
 * Surveys the ledger, and once more when its last line was not ended and it has grown since: another program was just
 * writing the line.
 */
async function surveyWhole(
  { fd, size }: LedgerFile,
  options: Omit<SurveyOptions, "note">,
  note: Note,
  attempts: number = limits.readAttempts,
): Promise<Survey | null> {
  const survey = await surveyLedger({ fd, size }, { ...options, note: (done) => note(done, size) });
  const isTorn = survey !== null && survey.cut.version.checkpoint.bytes < size;
  const grown = stampOf(fd).size;
  return isTorn && grown > size && attempts > 1
    ? surveyWhole({ fd, size: grown }, options, note, attempts - 1)
    : survey;
}
