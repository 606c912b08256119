import { Buffer, isUtf8 } from "node:buffer";
import type { LineageRecord } from "../../contract.generated.ts";
import { check } from "../../contract.ts";
import { type Finding, finding } from "./finding.ts";
import type { LedgerLine } from "./ledger-lines.ts";

export type ReadLine =
  | { readonly kind: "record"; readonly record: LineageRecord }
  | { readonly kind: "blank" }
  | { readonly kind: "damaged"; readonly finding: Finding };

/** Of a JSON pointer, so much is reported: an unknown member may have any name. */
const pointerChars = 200;

/** Reads one line. The first fault is the one found: NUL, length, UTF-8, JSON, the record's schema, its time and paths. */
export function readLine({ number, from, to, bytes, holdsNul }: LedgerLine): ReadLine {
  if (holdsNul) return damaged(finding("ledger.nul_run", number, null, { bytes: to - from }));
  if (bytes === null) return damaged(finding("ledger.too_long", number, null, { bytes: to - from }));
  if (!isUtf8(bytes)) return damaged(finding("ledger.not_utf8", number, null, {}));
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
  if (text.trim() === "") return { kind: "blank" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return damaged(finding("ledger.not_json", number, null, {}));
  }
  const verdict = check("lineage-record", value);
  const at = verdict.ok ? meaningFault(verdict.value) : verdict.at;
  if (!verdict.ok || at !== null) {
    return damaged(finding("ledger.not_a_record", number, null, { at: (at ?? "").slice(0, pointerChars) }));
  }
  return { kind: "record", record: verdict.value };
}

/** What a schema cannot say: the pointer of the first member that has the form but means nothing. */
function meaningFault({ recorded_at, page, sources }: LineageRecord): string | null {
  if (Number.isNaN(Date.parse(recorded_at))) return "/recorded_at";
  if (!isCanonical(page.identity.path)) return "/page/identity/path";
  const entry = sources.findIndex(({ identity }) => !isCanonical(identity.path));
  return entry < 0 ? null : `/sources/${entry}/identity/path`;
}

/** An empty part of a path, `.` or `..`. */
const unfolded = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** Whether a path is spelt as the server records it. A real path may hold what a requested one may not. */
function isCanonical(path: string): boolean {
  return !unfolded.test(path) && !path.includes("\0") && path.isWellFormed();
}

function damaged(found: Finding): ReadLine {
  return { kind: "damaged", finding: found };
}
