import type { LineageRecord } from "../contract.generated.ts";
import type { FoundSpan, SourceFinding } from "../messages/reader.ts";
import type { CreatedPage } from "../messages/writer.ts";

/** What a record says beside the page and its sources. `recordedAt` is ISO 8601 with milliseconds and `Z`. */
export interface RecordHead {
  readonly eventId: string;
  readonly recordedAt: string;
  readonly version: string;
  readonly vaultId: string;
}

/** A page's record in the ledger's key order; entries and spans stay in the order of the request. */
export function lineageRecord(head: RecordHead, page: CreatedPage, sources: readonly SourceFinding[]): LineageRecord {
  const file = ({ path, sha256, bytes }: CreatedPage) => ({
    identity: { kind: "path" as const, vault_id: head.vaultId, path },
    content: { algorithm: "sha256" as const, digest: sha256, bytes },
  });
  return {
    schema: "wyrd.lineage/v1",
    event: "page_written",
    event_id: head.eventId,
    recorded_at: head.recordedAt,
    writer: { server: "wyrd-scribe", version: head.version, tool: "write_page" },
    vault: { kind: "uuid", id: head.vaultId },
    page: file(page),
    sources: sources.map((source) => ({ ...file(source), spans: source.spans.map(recordedSpan) })),
  };
}

function recordedSpan(found: FoundSpan) {
  return {
    offset: found.offset,
    length: found.length,
    quote: {
      text: found.excerpt,
      original_utf8_bytes: found.length,
      stored_utf8_bytes: found.excerpt_bytes,
      sha256: found.sha256,
      truncated: found.excerpt_bytes < found.length,
    },
  };
}

/** The record as a line of the ledger, LF included. */
export function recordLine(record: LineageRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/** What a page's frontmatter repeats of its record: all but the page, whose digest cannot stand in its own text. */
export function lineageProjection({ page: _, ...rest }: LineageRecord): Omit<LineageRecord, "page"> {
  return rest;
}
