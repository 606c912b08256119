/** What the server said of a call: the structured content of its result. */
export interface Answer {
  readonly ok: boolean;
  readonly reason?: string;
  readonly created?: { readonly path: string; readonly bytes: number; readonly sha256: string };
  readonly record?: object;
  readonly appended?: number;
  readonly cause?: { readonly retained: { readonly bytes: number | "indeterminate" } | null };
}

/** One span of a call. */
export interface Cited {
  readonly offset?: number;
  readonly length?: number;
  readonly quote?: string;
}

/** A call of write_page, and its answer when one came. `path` is canonical; `server` tells the servers of a vault apart. */
export interface Call {
  readonly server: number;
  readonly path: string;
  readonly content: string;
  readonly derived_from: readonly { readonly source: string; readonly spans: readonly Cited[] }[];
  answer: Answer | null;
}

/** All that is known of a vault from outside. */
export interface Evidence {
  readonly root: string;
  readonly calls: readonly Call[];
  /** Every version of every source there ever was, by its SHA-256. */
  readonly sources: ReadonlyMap<string, Buffer>;
  /** Whether sources were changed after they had been cited, which `verify` tells. */
  readonly sourcesChange: boolean;
  /** What the campaign put into the vault itself, relative to it. */
  readonly planted: readonly string[];
  /** The ledger when it was last looked at. */
  readonly ledgerBefore: Uint8Array;
  /** How many servers were killed, each of which may have torn one write to the ledger. */
  readonly killed: number;
  /** Whether a server has started after the last one was killed and has ended in good order. */
  readonly atRest: boolean;
}
