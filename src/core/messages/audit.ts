import type { Finding } from "../lineage/audit/finding.ts";
import type { Refusal } from "../refusal.ts";

/** The head of a ledger: its whole lines, their bytes and their SHA-256. */
export interface Checkpoint {
  readonly lines: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** A ledger that has to begin with this many lines of this digest. */
export interface Expectation {
  readonly lines: number;
  readonly sha256: string;
}

/** A version of the ledger. `size` is in bytes, a torn tail included. */
export interface LedgerVersion {
  readonly size: number;
  readonly checkpoint: Checkpoint;
  /** The vault's own, null when it is not known. */
  readonly vault_id: string | null;
}

/** Neighbouring lines of the ledger, from byte `from` up to byte `to`. */
export interface LedgerSlice {
  readonly from: number;
  readonly to: number;
  readonly first_line: number;
  readonly sha256: string;
  /** Lines whose page was written again further down. */
  readonly superseded: readonly number[];
  /** The large sources that it cites, as places in `LedgerCut.large_sources`. */
  readonly large_sources: readonly number[];
}

/** A ledger made ready to be audited slice by slice. Lines that are too long for a record are in no slice. */
export interface LedgerCut {
  readonly version: LedgerVersion;
  readonly slices: readonly LedgerSlice[];
  readonly records: number;
  /** Paths of sources that are worth reading once for all slices. */
  readonly large_sources: readonly string[];
  /** By rising line. */
  readonly findings: readonly Finding[];
}

/** How many things an audit looked at. Spans of sources that cannot be read are not looked at. */
export interface Checked {
  readonly pages: number;
  readonly sources: number;
  readonly spans: number;
}

/** `cut` is null when there is no ledger. */
export type CutAnswer =
  | { readonly ok: true; readonly cut: LedgerCut | null }
  | { readonly ok: false; readonly refusal: Refusal };

/** Findings by rising line. */
export type AuditAnswer =
  | { readonly ok: true; readonly findings: readonly Finding[]; readonly checked: Checked }
  | { readonly ok: false; readonly refusal: Refusal };
