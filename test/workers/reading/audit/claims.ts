import { createHash } from "node:crypto";
import type { RecordedSource } from "../../../../src/core/lineage/audit/compare.ts";
import type { Claim } from "../../../../src/workers/reading/audit/audit-source.ts";

export function sha256(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A passage of a text of one-byte characters; of its own text `stored` bytes are kept. */
export interface Passage {
  readonly offset: number;
  readonly length: number;
  readonly stored: number;
}

/** What a record says of a source that had this text when it was cited. */
export function claimOn(path: string, text: string, passages: readonly Passage[], line = 1): Claim {
  const source: RecordedSource = {
    identity: { kind: "path", vault_id: "", path },
    content: { algorithm: "sha256", digest: sha256(text), bytes: text.length },
    spans: passages.map(({ offset, length, stored }) => {
      const quote = text.slice(offset, offset + length);
      return {
        offset,
        length,
        quote: {
          text: quote.slice(0, stored),
          original_utf8_bytes: length,
          stored_utf8_bytes: Math.min(stored, length),
          sha256: sha256(quote),
          truncated: stored < length,
        },
      };
    }),
  };
  return { line, path, at: "/sources/0", source };
}
