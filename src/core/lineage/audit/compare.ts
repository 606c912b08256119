import type { LineageRecord } from "../../contract.generated.ts";
import type { Refusal, RefusalCode } from "../../refusal.ts";
import { sameJson } from "../../same-json.ts";
import type { PageLineage } from "../../text/read-lineage.ts";
import { utf8Length } from "../../text/utf8.ts";
import { lineageProjection } from "../record.ts";
import type { SpanResult } from "../span-result.ts";
import { type Finding, finding } from "./finding.ts";

export type RecordedSource = LineageRecord["sources"][number];
export type RecordedSpan = RecordedSource["spans"][number];

/** Why there are no bytes to compare at a path. */
export type Absence =
  | { readonly kind: "missing" | "not_a_file" }
  | { readonly kind: "unreadable"; readonly reason: RefusalCode };

/** A file as it is now. */
export interface FileSight {
  readonly kind: "file";
  readonly sha256: string;
  readonly bytes: number;
}

/** What became of a span. Offsets are bytes. */
export type SpanState =
  /** The same bytes in the same place. */
  | { readonly kind: "ok" }
  /** The record claims what is not so: it contradicts itself, or a source that has not changed. */
  | { readonly kind: "mismatch" }
  | Whereabouts;

/** Where the bytes of a span were found that are not in their place. */
export type Whereabouts =
  | { readonly kind: "moved"; readonly offset: number }
  | { readonly kind: "ambiguous"; readonly offsets: readonly [number, number] }
  | { readonly kind: "gone" }
  /** Only the beginning of its text was stored, and that is not enough to tell. */
  | { readonly kind: "unknown" };

/** The place of a span, or of its source, in the ledger. */
export interface Cited {
  readonly line: number;
  readonly path: string;
  /** JSON pointer in the record. */
  readonly at: string;
}

const absent: Partial<Record<RefusalCode, "missing" | "not_a_file">> = {
  MISSING: "missing",
  NOT_A_DIRECTORY: "missing",
  NOT_A_FILE: "not_a_file",
  ESCAPES: "not_a_file",
  ELOOP: "not_a_file",
};

/** What a refusal to open a file says of the file. A link that leads nowhere one may go is no file. */
export function absenceFor({ code }: Refusal): Absence {
  const kind = absent[code];
  return kind === undefined ? { kind: "unreadable", reason: code } : { kind };
}

/** Compares a page with its record; null when it is the text that was written. */
export function comparePage({ page }: LineageRecord, line: number, sight: Absence | FileSight): Finding | null {
  const { path } = page.identity;
  switch (sight.kind) {
    case "missing":
    case "not_a_file":
      return finding(`page.${sight.kind}`, line, path, {});
    case "unreadable":
      return finding("page.unreadable", line, path, { reason: sight.reason });
    case "file":
      return isSame(page.content, sight) ? null : finding("page.edited", line, path, {});
  }
}

/** The event that a page's lineage names, which joins it to a record. */
export function eventOf(lineage: PageLineage): string | null {
  if (lineage.kind !== "value" || !("event_id" in lineage.value)) return null;
  return typeof lineage.value.event_id === "string" ? lineage.value.event_id : null;
}

/**
 * Compares the lineage that a page carries with what it was made of; null when they agree or it carries none.
 * @param record the record of the lineage's event, null when the ledger has none
 * @param line the line to name in a finding
 */
export function compareLineage(
  lineage: PageLineage,
  record: LineageRecord | null,
  line: number | null,
  path: string,
): Finding | null {
  if (lineage.kind === "none") return null;
  const event_id = eventOf(lineage);
  if (lineage.kind === "not_json" || event_id === null) return finding("frontmatter.not_json", line, path, {});
  if (record === null) return finding("frontmatter.no_record", line, path, { event_id: event_id.slice(0, 36) });
  return sameJson(lineage.value, lineageProjection(record)) ? null : finding("frontmatter.disagrees", line, path, {});
}

/** Compares a source with what a record says of it; null when it is the version that was cited. */
export function compareSource(
  { content }: RecordedSource,
  { line, path, at }: Cited,
  sight: Absence | FileSight,
): Finding | null {
  switch (sight.kind) {
    case "missing":
    case "not_a_file":
      return finding(`source.${sight.kind}`, line, path, { at });
    case "unreadable":
      return finding("source.unreadable", line, path, { at, reason: sight.reason });
    case "file":
      return isSame(content, sight) ? null : finding("source.changed", line, path, { at });
  }
}

function isSame({ digest, bytes }: RecordedSource["content"], sight: FileSight): boolean {
  return digest === sight.sha256 && bytes === sight.bytes;
}

/**
 * What a span's own place in the file says of it; `lost` when its text is to be looked for elsewhere.
 * @param there what stands at the record's offset and length now
 * @param hexOf SHA-256 of a text
 */
export function standing(
  { length, quote }: RecordedSpan,
  there: SpanResult,
  isChanged: boolean,
  hexOf: (text: string) => string,
): { readonly kind: "ok" | "mismatch" | "lost" } {
  const sound =
    quote.text !== "" &&
    quote.original_utf8_bytes === length &&
    quote.stored_utf8_bytes === utf8Length(quote.text) &&
    quote.truncated === quote.stored_utf8_bytes < length;
  if (!sound) return { kind: "mismatch" };
  if (there.kind === "found" && there.sha256 === quote.sha256) {
    return { kind: there.excerpt.startsWith(quote.text) ? "ok" : "mismatch" };
  }
  const isForged = !quote.truncated && hexOf(quote.text) !== quote.sha256;
  return { kind: isChanged && !isForged ? "lost" : "mismatch" };
}

/** Says what became of a span; null when it is well. */
export function spanFinding(span: RecordedSpan, { line, path, at }: Cited, state: SpanState): Finding | null {
  const place = { at, offset: span.offset, length: span.length };
  switch (state.kind) {
    case "ok":
      return null;
    case "moved":
      return finding("span.moved", line, path, { ...place, offsets: [state.offset] });
    case "ambiguous":
      return finding("span.ambiguous", line, path, { ...place, offsets: state.offsets });
    case "mismatch":
    case "gone":
    case "unknown":
      return finding(`span.${state.kind}`, line, path, place);
  }
}
