import type { LineageRecord } from "../../../../src/core/contract.generated.ts";
import { type LedgerLine, ledgerLines } from "../../../../src/core/lineage/audit/ledger-lines.ts";
import { lineageRecord } from "../../../../src/core/lineage/record.ts";
import { sha256 } from "../hashing.ts";

export const vaultId = "7b1d3f0e-8a6c-4e5b-9d2f-1a3c5e7f9b0d";

/** The UUID of a number. */
export function eventId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

/** A record of a page whose sources, of these sizes, are cited without spans. */
export function recordOf(event: number, path: string, sources: Record<string, number> = {}): LineageRecord {
  const head = { eventId: eventId(event), recordedAt: "2026-11-30T12:00:00.000Z", version: "1.0.0", vaultId };
  const stamp = { device: "", inode: "", size: 0, mtime_ns: "", ctime_ns: "" };
  const findings = Object.entries(sources).map(([source, bytes]) => ({
    path: source,
    sha256: sha256(source),
    bytes,
    stamp,
    settled: true,
    spans: [],
  }));
  return lineageRecord(head, { path, bytes: 0, sha256: sha256("") }, findings);
}

/** All lines of a ledger, with bytes of their own. */
export function linesOf(ledger: Uint8Array, chunkBytes = ledger.length): LedgerLine[] {
  const lines: LedgerLine[] = [];
  const parts = ledgerLines({ line: (line) => lines.push({ ...line, bytes: line.bytes && Buffer.from(line.bytes) }) });
  for (let at = 0; at < ledger.length; at += chunkBytes) parts.feed(ledger.subarray(at, at + chunkBytes));
  parts.finish();
  return lines;
}
