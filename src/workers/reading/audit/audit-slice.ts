import { createHash } from "node:crypto";
import type { Finding } from "../../../core/lineage/audit/finding.ts";
import { foreignVault } from "../../../core/lineage/audit/foreign-vault.ts";
import { type LedgerLine, ledgerLines } from "../../../core/lineage/audit/ledger-lines.ts";
import { type ReadLine, readLine } from "../../../core/lineage/audit/read-line.ts";
import type { AuditAnswer, LedgerSlice } from "../../../core/messages/audit.ts";
import type { AuditSliceTask, KnownSource } from "../../../core/messages/reader.ts";
import { readAtOnce } from "../read-range.ts";
import { auditPage, type Recorded } from "./audit-page.ts";
import { auditSource, type Claim } from "./audit-source.ts";
import { withLedger } from "./with-ledger.ts";

interface SliceText {
  readonly records: readonly Recorded[];
  /** Damaged lines. */
  readonly findings: readonly Finding[];
}

/**
 * Checks a slice of the ledger line by line, and compares the page and the sources of each record with the files. A
 * record whose page was written again is not compared: that page is no more.
 */
export function auditSlice({ grant, ledger, slice, page, known }: AuditSliceTask): Promise<AuditAnswer> {
  return withLedger<AuditAnswer>(grant, null, async (vault) => {
    const text = readSlice(vault.file.fd, slice);
    if (text === null) return null;
    const superseded = new Set(slice.superseded);
    const wanted = text.records.filter(({ record }) => page === null || record.page.identity.path === page);
    const records = wanted.filter(({ line }) => !superseded.has(line));
    const findings = page === null ? [...text.findings] : [];
    findings.push(...wanted.flatMap(({ line, record }) => foreignVault(record, line, ledger.vault_id) ?? []));
    for (const recorded of records) {
      const found = await auditPage(vault, ledger, recorded);
      if (found === null) return null;
      findings.push(...found);
    }
    const claims = claimsBySource(records);
    const counts = { pages: records.length, sources: 0, spans: 0 };
    for (const [path, ofSource] of claims) {
      const audit = await auditSource(vault.fence, path, ofSource, knownOf(path, known));
      findings.push(...audit.findings);
      counts.sources += ofSource.length;
      counts.spans += audit.spans;
    }
    findings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
    return { ok: true, findings, checked: counts };
  });
}

/** Reads a slice's lines. Null when they are not the bytes that were cut. */
function readSlice(fd: number, { from, to, first_line, sha256 }: LedgerSlice): SliceText | null {
  const bytes = readAtOnce(fd, from, to);
  if (createHash("sha256").update(bytes).digest("hex") !== sha256) return null;
  const records: Recorded[] = [];
  const findings: Finding[] = [];
  const lines = ledgerLines(
    {
      line(line) {
        const read = readLine(line);
        if (read.kind === "record") records.push({ line: line.number, record: read.record });
        if (read.kind === "damaged" && !isTorn(line, read)) findings.push(read.finding);
      },
    },
    { line: first_line, offset: from },
  );
  lines.feed(bytes);
  lines.finish();
  return { records, findings };
}

/** Whether a line cannot be read because its end is missing, which is found already. */
function isTorn({ ended }: LedgerLine, { finding: { code } }: ReadLine & { kind: "damaged" }): boolean {
  return !ended && (code === "ledger.not_json" || code === "ledger.not_utf8");
}

/** What the records say of each source, so that it is opened once. */
function claimsBySource(records: readonly Recorded[]): Map<string, Claim[]> {
  const claims = new Map<string, Claim[]>();
  for (const { line, record } of records) {
    for (const [entry, source] of record.sources.entries()) {
      const { path } = source.identity;
      const claim = { line, path, at: `/sources/${entry}`, source };
      const others = claims.get(path);
      if (others === undefined) claims.set(path, [claim]);
      else others.push(claim);
    }
  }
  return claims;
}

function knownOf(path: string, known: readonly KnownSource[]): KnownSource | null {
  return known.find((source) => source.path === path) ?? null;
}
