import type { RefusalCode } from "../../refusal.ts";

type Nothing = Record<never, never>;

interface Unreadable {
  readonly reason: RefusalCode;
}

interface CitedSpan {
  /** JSON pointer in the record. */
  readonly at: string;
  /** Where the record has it, in bytes. */
  readonly offset: number;
  readonly length: number;
}

/** Everything an audit can find, and what each finding knows beside its line and its path. */
export interface FindingFacts {
  "checkpoint.cut_short": { readonly lines: number };
  "checkpoint.rewritten": { readonly sha256: string };
  "config.missing": Nothing;
  "config.invalid": Unreadable;
  "ledger.torn_tail": { readonly bytes: number };
  "ledger.nul_run": { readonly bytes: number };
  "ledger.too_long": { readonly bytes: number };
  "ledger.not_utf8": Nothing;
  "ledger.not_json": Nothing;
  "ledger.not_a_record": { readonly at: string };
  "ledger.duplicate_event_id": { readonly first_line: number };
  "ledger.foreign_vault_id": { readonly at: string };
  "ledger.time_backwards": { readonly behind_ms: number };
  "page.edited": Nothing;
  "page.missing": Nothing;
  "page.not_a_file": Nothing;
  "page.unreadable": Unreadable;
  "page.no_record": Nothing;
  "frontmatter.no_record": { readonly event_id: string };
  "frontmatter.disagrees": Nothing;
  "frontmatter.not_json": Nothing;
  "source.changed": { readonly at: string };
  "source.missing": { readonly at: string };
  "source.not_a_file": { readonly at: string };
  "source.unreadable": { readonly at: string } & Unreadable;
  "span.moved": CitedSpan & { readonly offsets: readonly [number] };
  "span.ambiguous": CitedSpan & { readonly offsets: readonly [number, number] };
  "span.gone": CitedSpan;
  "span.unknown": CitedSpan;
  "span.mismatch": CitedSpan;
}

export type FindingCode = keyof FindingFacts;

/** `line` is the ledger's, from 1; `path` is relative to the grant. Null where there is none. */
export type Finding = {
  [Code in FindingCode]: {
    readonly code: Code;
    readonly line: number | null;
    readonly path: string | null;
    readonly facts: FindingFacts[Code];
  };
}[FindingCode];

/** Builds a finding. */
export function finding<Code extends FindingCode>(
  code: Code,
  line: number | null,
  path: string | null,
  facts: FindingFacts[Code],
): Finding {
  return { code, line, path, facts } as Finding;
}
