import type { GrantRefusal, Refusal } from "../refusal.ts";
import type { AuditAnswer, CutAnswer, Expectation, LedgerSlice, LedgerVersion } from "./audit.ts";
import type { SpaceTasks } from "./space.ts";

/** The granted folder, as the walk pins it. `device` and `inode` are decimal. */
export interface Grant {
  readonly root: string;
  readonly device: string;
  readonly inode: string;
}

/** What tells one version of a file from another. Times are nanoseconds since 1970, decimal. */
export interface Stamp {
  readonly device: string;
  readonly inode: string;
  readonly size: number;
  readonly mtime_ns: string;
  readonly ctime_ns: string;
}

/** One span of the request: a range, a quote, or both. `entry` and `span` are its place in the request. */
export interface Ask {
  readonly entry: number;
  readonly span: number;
  readonly offset: number | null;
  readonly length: number | null;
  readonly quote: string | null;
}

/** A span that stands in the file. `excerpt` is its text, or the beginning of it. */
export interface FoundSpan {
  readonly entry: number;
  readonly span: number;
  readonly offset: number;
  readonly length: number;
  readonly sha256: string;
  readonly excerpt: string;
  readonly excerpt_bytes: number;
}

/** A quote that was found exactly once in a version of a file. `length` is bytes. */
export interface KnownQuote {
  readonly sha256: string;
  readonly length: number;
  readonly offset: number;
}

/** What an earlier call learned of a file. */
export interface KnownFile {
  readonly stamp: Stamp;
  readonly sha256: string;
  readonly quotes: readonly KnownQuote[];
}

/** `path` is the real path in the grant, whatever links the request went through. */
export interface SourceFinding {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly stamp: Stamp;
  /** False while the file is too young for its stamp to vouch for its bytes. */
  readonly settled: boolean;
  readonly spans: readonly FoundSpan[];
}

/** `entry` and `span` say which part of the request was refused; `span` is null when the file itself was. */
export type SourceAnswer =
  | { readonly ok: true; readonly finding: SourceFinding }
  | { readonly ok: false; readonly refusal: Refusal; readonly entry: number; readonly span: number | null };

export interface ResolveSourceTask {
  readonly grant: Grant;
  readonly path: string;
  readonly asks: readonly Ask[];
  readonly known: KnownFile | null;
  /** Names the job in progress notes; null when nobody listens. */
  readonly job: number | null;
}

/** Posted while a source is read. Both figures only grow, and `bytes_done` never passes `bytes_total`. */
export interface ProgressNote {
  readonly job: number;
  readonly bytes_done: number;
  readonly bytes_total: number;
}

export interface CutLedgerTask {
  readonly grant: Grant;
  /** Only records of this page count; null for all. */
  readonly page: string | null;
  readonly expect: Expectation | null;
  /** Names the job in progress notes; null when nobody listens. */
  readonly job: number | null;
}

/** A source that was read whole and was at rest. */
export interface KnownSource {
  readonly path: string;
  readonly stamp: Stamp;
  readonly sha256: string;
}

export interface AuditSliceTask {
  readonly grant: Grant;
  readonly ledger: LedgerVersion;
  readonly slice: LedgerSlice;
  readonly page: string | null;
  readonly known: readonly KnownSource[];
}

export interface AuditStampsTask {
  readonly grant: Grant;
  readonly ledger: LedgerVersion;
}

export type LocateAnswer =
  | { readonly ok: true; readonly grant: Grant }
  | { readonly ok: false; readonly refusal: GrantRefusal };

export interface ReaderTasks extends SpaceTasks {
  resolve_source: { task: ResolveSourceTask; answer: SourceAnswer };
  locate_grant: { task: { readonly given: string }; answer: LocateAnswer };
  cut_ledger: { task: CutLedgerTask; answer: CutAnswer };
  audit_slice: { task: AuditSliceTask; answer: AuditAnswer };
  audit_stamps: { task: AuditStampsTask; answer: AuditAnswer };
}

export type ReaderKind = keyof ReaderTasks;
export type ReaderRequest = {
  [Kind in ReaderKind]: { readonly kind: Kind; readonly task: ReaderTasks[Kind]["task"] };
}[ReaderKind];
