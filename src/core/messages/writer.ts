import type { LineageRecord } from "../contract.generated.ts";
import type { Refusal } from "../refusal.ts";
import type { Grant, LocateAnswer, SourceFinding } from "./reader.ts";

export type PrepareVerdict = { readonly ok: true } | { readonly ok: false; readonly refusal: Refusal };

/** A page whose sources were resolved. `path` is canonical; `findings` are one an entry, in request order. */
export interface PageToCommit {
  readonly path: string;
  readonly content: string;
  readonly findings: readonly SourceFinding[];
}

/** A page that stands on disk. */
export interface CreatedPage {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What of a record's line is in the ledger: nothing, this many bytes, or nobody can tell. */
export type Retained = { readonly path: string; readonly bytes: number | "indeterminate" } | null;

export type CommitOutcome =
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | {
      readonly kind: "written";
      readonly created: CreatedPage;
      readonly record: LineageRecord;
      readonly appended: number;
      readonly config_created: boolean;
    }
  | {
      readonly kind: "page_written_ledger_failed";
      readonly created: CreatedPage;
      readonly record: LineageRecord;
      readonly cause: { readonly refusal: Refusal; readonly retained: Retained };
      readonly config_created: boolean;
    };

export interface WriterTasks {
  open_grant: { task: { readonly given: string }; answer: LocateAnswer };
  /** One verdict a path, in the order given. */
  prepare_writes: {
    task: { readonly grant: Grant; readonly paths: readonly string[] };
    answer: { readonly verdicts: readonly PrepareVerdict[] };
  };
  /** One outcome a page, in the order given. */
  commit_pages: {
    task: { readonly grant: Grant; readonly pages: readonly PageToCommit[] };
    answer: { readonly outcomes: readonly CommitOutcome[] };
  };
}

export type WriterKind = keyof WriterTasks;
export type WriterRequest = {
  [Kind in WriterKind]: { readonly kind: Kind; readonly task: WriterTasks[Kind]["task"] };
}[WriterKind];
