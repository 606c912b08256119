import { Buffer } from "node:buffer";
import { limits } from "../limits.ts";
import type { FoundSpan } from "../messages/reader.ts";
import { cutUtf8 } from "../text/utf8.ts";

/** A SHA-256 under way; `hex` ends it. */
export interface Hasher {
  update(bytes: Uint8Array): void;
  hex(): string;
}

/** What becomes of one span in one version of a file. Offsets and lengths are bytes. */
export type SpanResult =
  | ({ readonly kind: "found" } & Omit<FoundSpan, "entry" | "span">)
  | { readonly kind: "invalid_range"; readonly member: "offset" | "length" }
  | { readonly kind: "not_aligned" }
  | { readonly kind: "not_found" }
  | { readonly kind: "ambiguous"; readonly offsets: readonly [number, number] }
  | { readonly kind: "mismatch" };

/** A span that stands. `head` is its text in UTF-8, of which the excerpt is cut, or enough of its beginning. */
export function foundSpan(offset: number, length: number, sha256: string, head: Uint8Array): SpanResult {
  const stored = cutUtf8(head, limits.excerptBytes);
  return {
    kind: "found",
    offset,
    length,
    sha256,
    excerpt: Buffer.from(stored).toString(),
    excerpt_bytes: stored.length,
  };
}
