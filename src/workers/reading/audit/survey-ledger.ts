import { createHash } from "node:crypto";
import { acrossLines } from "../../../core/lineage/audit/across-lines.ts";
import { expectedPrefix } from "../../../core/lineage/audit/expected-prefix.ts";
import { type Finding, finding } from "../../../core/lineage/audit/finding.ts";
import { type LedgerIndex, ledgerIndex } from "../../../core/lineage/audit/ledger-index.ts";
import { type LedgerLine, ledgerLines } from "../../../core/lineage/audit/ledger-lines.ts";
import { readLine } from "../../../core/lineage/audit/read-line.ts";
import { sliceCutter } from "../../../core/lineage/audit/slice-cutter.ts";
import type { Expectation, LedgerCut } from "../../../core/messages/audit.ts";
import type { LedgerFile } from "../../fence/read-scribe.ts";
import { readRange } from "../read-range.ts";
import { sha256 } from "../sha256.ts";
import { ledgerDigest } from "./ledger-digest.ts";

export interface SurveyOptions {
  /** The vault's own id, null when it is not known. */
  readonly vaultId: string | null;
  /** Only records of this page count; null for all. */
  readonly page: string | null;
  readonly expect: Expectation | null;
  readonly note: (bytesDone: number) => void;
}

export interface Survey {
  readonly cut: LedgerCut;
  readonly index: LedgerIndex;
}

const defaults: SurveyOptions = { vaultId: null, page: null, expect: null, note: () => {} };

/**
 * Reads the ledger once from end to end: its digest, its parting into slices, what only shows when all of it is seen,
 * and the index of its events and pages. Memory is the index, the slices and one line. Null when the file ended before
 * its size. Throws an errno.
 */
export async function surveyLedger(
  { fd, size }: LedgerFile,
  options: Partial<SurveyOptions> = {},
): Promise<Survey | null> {
  const { vaultId, page, expect, note } = { ...defaults, ...options };
  const index = ledgerIndex((text) => createHash("sha256").update(text).digest());
  const digest = ledgerDigest();
  const prefix = expectedPrefix(expect, digest.hex);
  const cutter = sliceCutter(page, sha256);
  const faultsOf = acrossLines();
  const findings: Finding[] = [];
  const superseded: number[] = [];
  let records = 0;

  function visit(line: LedgerLine): void {
    const { number, bytes } = line;
    prefix.pass(line);
    const read = readLine(line);
    if (bytes !== null) cutter.add({ ...line, bytes }, read.kind === "record" ? read.record : null);
    if (page === null) findings.push(...tailFault(line));
    if (page === null && bytes === null && read.kind === "damaged") findings.push(read.finding);
    if (read.kind !== "record") return;
    const earlier = index.add(read.record, line);
    const faults = faultsOf(read.record, number, earlier);
    if (page !== null && read.record.page.identity.path !== page) return;
    records += 1;
    findings.push(...faults);
    if (earlier.samePage !== null) superseded.push(earlier.samePage);
  }

  const lines = ledgerLines({ piece: digest.update, line: visit });
  let done = 0;
  const read = await readRange(fd, 0, size, (bytes) => {
    lines.feed(bytes);
    done += bytes.length;
    note(done);
  });
  if (read !== size) return null;
  lines.finish();
  const checkpoint = { ...prefix.whole(), sha256: digest.hex() };
  const { slices, largeSources } = cutter.finish(superseded);
  findings.unshift(...prefix.faults());
  const version = { size, checkpoint, vault_id: vaultId };
  return { index, cut: { version, slices, records, large_sources: largeSources, findings } };
}

function tailFault({ number, from, to, ended }: LedgerLine): Finding[] {
  return ended ? [] : [finding("ledger.torn_tail", number, null, { bytes: to - from })];
}
