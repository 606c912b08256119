import { createHash, randomUUID } from "node:crypto";
import type { LineageRecord, ScribeConfig } from "../../core/contract.generated.ts";
import { limits } from "../../core/limits.ts";
import { lineageProjection, lineageRecord, type RecordHead, recordLine } from "../../core/lineage/record.ts";
import type { CreatedPage, PageToCommit } from "../../core/messages/writer.ts";
import { product } from "../../core/product.ts";
import { projectLineage, stampFrontmatter } from "../../core/text/frontmatter.ts";
import { type Refused, refused } from "../fence/outcome.ts";
import { sys } from "../fence/sys.ts";

/** A page as it will stand on disk, and its record as it will stand in the ledger. */
export interface Draft {
  readonly bytes: Buffer;
  readonly created: CreatedPage;
  readonly record: LineageRecord;
  readonly line: Buffer;
}

/** Builds a page and its record. Refuses a record over `limits.lineBytes`, and frontmatter that cannot take the key. */
export function draftPage(
  page: PageToCommit,
  config: ScribeConfig,
): { readonly ok: true; readonly draft: Draft } | Refused {
  const head: RecordHead = {
    eventId: randomUUID(),
    recordedAt: now(),
    version: product.version,
    vaultId: config.vault_id,
  };
  const unstamped = recordOf(head, page, Buffer.from(page.content));
  if (!config.write_frontmatter || !unstamped.ok) return unstamped;
  const projection = projectLineage(lineageProjection(unstamped.draft.record));
  const stamped = stampFrontmatter(page.content, projection);
  return stamped.ok ? recordOf(head, page, Buffer.from(stamped.content)) : stamped;
}

function recordOf(
  head: RecordHead,
  page: PageToCommit,
  bytes: Buffer,
): { readonly ok: true; readonly draft: Draft } | Refused {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const created: CreatedPage = { path: page.path, bytes: bytes.length, sha256 };
  const record = lineageRecord(head, created, page.findings);
  const line = Buffer.from(recordLine(record));
  if (line.length > limits.lineBytes) {
    return refused("LINEAGE_LINE_TOO_LARGE", { what: "bytes", count: line.length, limit: limits.lineBytes });
  }
  return { ok: true, draft: { bytes, created, record, line } };
}

let last = 0;

/** The time, never before a time given earlier in this thread. */
function now(): string {
  last = Math.max(last, sys.now());
  return new Date(last).toISOString();
}
