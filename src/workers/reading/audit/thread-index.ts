import type { LineageRecord } from "../../../core/contract.generated.ts";
import { limits } from "../../../core/limits.ts";
import type { LedgerIndex } from "../../../core/lineage/audit/ledger-index.ts";
import { ledgerLines } from "../../../core/lineage/audit/ledger-lines.ts";
import { type ReadLine, readLine } from "../../../core/lineage/audit/read-line.ts";
import type { LedgerVersion } from "../../../core/messages/audit.ts";
import { readAtOnce } from "../read-range.ts";
import { surveyLedger } from "./survey-ledger.ts";

let held: { readonly version: LedgerVersion; readonly index: LedgerIndex } | undefined;

/** Keeps the index of a version of the ledger for later tasks of this thread. */
export function holdIndex(version: LedgerVersion, index: LedgerIndex): void {
  held = { version, index };
}

/**
 * The index of a version of the ledger, made anew when this thread has none. Null when the ledger has changed. Throws
 * an errno.
 */
export async function indexOf(fd: number, version: LedgerVersion): Promise<LedgerIndex | null> {
  if (held !== undefined && isSame(held.version, version)) return held.index;
  const survey = await surveyLedger({ fd, size: version.size });
  if (survey === null || !isSame(survey.cut.version, version)) return null;
  holdIndex(version, survey.index);
  return survey.index;
}

function isSame(a: LedgerVersion, b: LedgerVersion): boolean {
  return a.size === b.size && a.checkpoint.sha256 === b.checkpoint.sha256;
}

/** The record of an event in an indexed ledger; null when it has none. Throws an errno. */
export function recordOf(fd: number, index: LedgerIndex, eventId: string): LineageRecord | null {
  const place = index.placeOf(eventId);
  if (place === null) return null;
  const read: ReadLine[] = [];
  const lines = ledgerLines({ line: (line) => void read.push(readLine(line)) });
  lines.feed(readAtOnce(fd, place.from, place.from + limits.lineBytes));
  lines.finish();
  const [first] = read;
  return first?.kind === "record" ? first.record : null;
}
