import type { Finding, FindingCode, FindingFacts } from "../../../../src/core/lineage/audit/finding.ts";

const span = { at: "/sources/0/spans/1", offset: 4, length: 9 };
const source = { at: "/sources/0" };
const sha256 = "0123456789abcdef".repeat(4);

/** Facts of every kind of finding there is. */
const facts: FindingFacts = {
  "checkpoint.cut_short": { lines: 0 },
  "checkpoint.rewritten": { sha256 },
  "config.missing": {},
  "config.invalid": { reason: "SCRIBE_CONFIG_INVALID" },
  "ledger.torn_tail": { bytes: 7 },
  "ledger.nul_run": { bytes: 7 },
  "ledger.too_long": { bytes: 70_000 },
  "ledger.not_utf8": {},
  "ledger.not_json": {},
  "ledger.not_a_record": { at: "/event" },
  "ledger.duplicate_event_id": { first_line: 1 },
  "ledger.foreign_vault_id": { at: "/vault/id" },
  "ledger.time_backwards": { behind_ms: 1000 },
  "page.edited": {},
  "page.missing": {},
  "page.not_a_file": {},
  "page.unreadable": { reason: "DENIED" },
  "page.no_record": {},
  "frontmatter.no_record": { event_id: "7b1d3f0e-8a6c-4e5b-9d2f-1a3c5e7f9b0d" },
  "frontmatter.disagrees": {},
  "frontmatter.not_json": {},
  "source.changed": source,
  "source.missing": source,
  "source.not_a_file": source,
  "source.unreadable": { ...source, reason: "DENIED" },
  "span.moved": { ...span, offsets: [8] },
  "span.ambiguous": { ...span, offsets: [8, 20] },
  "span.gone": span,
  "span.unknown": span,
  "span.mismatch": span,
};

/** One finding of every kind. */
export const allFindings: readonly Finding[] = Object.entries(facts).map(
  ([code, known]) => ({ code: code as FindingCode, line: 3, path: "Mage/a.md", facts: known }) as Finding,
);
