import { isUtf8 } from "node:buffer";
import type { Evidence } from "../evidence.ts";
import { type LedgerRecord, recordShape } from "./record.ts";

/** The ledger as a reader finds it: whole records in their order, and pieces of lines that a torn write left. */
export interface Ledger {
  readonly records: readonly { readonly line: string; readonly record: LedgerRecord }[];
  readonly torn: readonly Buffer[];
  readonly problems: readonly string[];
}

const beginning = '{"schema":"wyrd.lineage/v1","event":"page_written","event_id":"';

/** Reads the ledger's bytes. What is neither a record, nor blank, nor the beginning of a record is a problem. */
export function readLedger(bytes: Buffer): Ledger {
  const records: { line: string; record: LedgerRecord }[] = [];
  const torn: Buffer[] = [];
  const problems: string[] = [];
  const lines = bytes.toString("latin1").split("\n");
  for (const [index, raw] of lines.entries()) {
    const line = Buffer.from(raw, "latin1");
    const name = `line ${index + 1} of the ledger`;
    const record = recordOf(line);
    const last = index === lines.length - 1;
    if (line.length === 0) continue;
    if (record !== null && !last) {
      records.push({ line: line.toString(), record: record as LedgerRecord });
      problems.push(...recordShape(record, name));
      if (JSON.stringify(record) !== line.toString()) problems.push(`${name} is not single-line JSON as it is written`);
      if (line.length + 1 > 65_536) problems.push(`${name} has ${line.length + 1} bytes`);
    } else if (isBeginning(line)) torn.push(line);
    else problems.push(`${name} is no record: ${line.toString().slice(0, 200)}`);
  }
  return { records, torn, problems };
}

/** The ledger against what is known: old bytes stay, times run one way, torn pieces have a reason. */
export function checkLedger(ledger: Ledger, bytes: Buffer, evidence: Evidence): string[] {
  const problems = [...ledger.problems];
  if (!bytes.subarray(0, evidence.ledgerBefore.length).equals(evidence.ledgerBefore)) {
    problems.push("bytes that the ledger had before are not there any more");
  }
  const unexplained = ledger.torn.filter((piece) => !isCutShort(piece, evidence));
  if (unexplained.length > evidence.killed) {
    problems.push(`${unexplained.length} torn lines by ${evidence.killed} killed servers: ${unexplained.join(" | ")}`);
  }
  return problems;
}

function recordOf(line: Buffer): unknown {
  try {
    return isUtf8(line) ? JSON.parse(line.toString()) : null;
  } catch {
    return null;
  }
}

function isBeginning(line: Buffer): boolean {
  const text = line.toString();
  return text.startsWith(beginning) || beginning.startsWith(text);
}

/** Whether a caller was told that so many bytes of its line are there, or may be. */
function isCutShort(piece: Buffer, { calls }: Evidence): boolean {
  return calls.some(({ answer }) => {
    const retained = answer?.cause?.retained ?? null;
    if (retained === null) return false;
    const line = Buffer.from(JSON.stringify(answer?.record));
    const known = retained.bytes === "indeterminate" || retained.bytes === piece.length;
    return known && line.subarray(0, piece.length).equals(piece);
  });
}
