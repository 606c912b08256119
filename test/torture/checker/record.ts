import { count, exactly, flag, like, list, members, type Shape, text } from "./shape.ts";

/** A record of the ledger, as far as the checker looks into it. */
export interface LedgerRecord {
  readonly event_id: string;
  readonly recorded_at: string;
  readonly vault: { readonly id: string };
  readonly page: FileOf;
  readonly sources: readonly (FileOf & { readonly spans: readonly Span[] })[];
}

interface FileOf {
  readonly identity: { readonly vault_id: string; readonly path: string };
  readonly content: { readonly digest: string; readonly bytes: number };
}

interface Span {
  readonly offset: number;
  readonly length: number;
  readonly quote: {
    readonly text: string;
    readonly original_utf8_bytes: number;
    readonly stored_utf8_bytes: number;
    readonly sha256: string;
    readonly truncated: boolean;
  };
}

const uuid = like(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const digest = like(/^[0-9a-f]{64}$/);
const identity = members({ kind: exactly("path"), vault_id: uuid, path: like(/^[^/\0]+(\/[^/\0]+)*$/) });
const content = members({ algorithm: exactly("sha256"), digest, bytes: count(0) });
const quote = members({
  text,
  original_utf8_bytes: count(1),
  stored_utf8_bytes: count(1),
  sha256: digest,
  truncated: flag,
});
const span = members({ offset: count(0), length: count(1), quote });

/** A record as section 7 of the specification has it. */
export const recordShape: Shape = members({
  schema: exactly("wyrd.lineage/v1"),
  event: exactly("page_written"),
  event_id: uuid,
  recorded_at: like(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  writer: members({ server: exactly("wyrd-scribe"), version: text, tool: exactly("write_page") }),
  vault: members({ kind: exactly("uuid"), id: uuid }),
  page: members({ identity, content }),
  sources: list(members({ identity, content, spans: list(span) })),
});

/** A config as section 5 has it. */
export const configShape: Shape = members({
  schema: exactly("wyrd.scribe/v1"),
  vault_id: uuid,
  write_frontmatter: flag,
});
