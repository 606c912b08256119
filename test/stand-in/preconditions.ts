import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Entry } from "./space.ts";
import type { StoredFile } from "./stored-file.ts";

/**
 * How a request's preconditions stand. A failure names what stands there now, where that could be compared at all;
 * `missing` is a folder, whose hash cannot be taken.
 */
export type Standing =
  | { readonly kind: "passes" }
  | { readonly kind: "fails"; readonly current: StoredFile | "folder" | null }
  | { readonly kind: "missing" };

const passes: Standing = { kind: "passes" };
const unusable: Standing = { kind: "fails", current: null };

export function etagOf(bytes: Uint8Array): string {
  return `"sha256:${createHash("sha256").update(bytes).digest("hex")}"`;
}

/** The rules of the newer servers: what cannot be evaluated fails. */
export function judge(entry: Entry, headers: IncomingHttpHeaders, heedsIfNoneMatch: boolean): Standing {
  const ifNoneMatch = heedsIfNoneMatch ? headers["if-none-match"]?.trim() : undefined;
  if (ifNoneMatch !== undefined && ifNoneMatch !== "*") return unusable;
  if (ifNoneMatch === "*" && entry !== null) return { kind: "fails", current: entry };
  const ifMatch = headers["if-match"]?.trim();
  return ifMatch === undefined ? passes : judgeMatch(entry, ifMatch);
}

function judgeMatch(entry: Entry, ifMatch: string): Standing {
  if (entry === null) return unusable;
  if (ifMatch === "*") return passes;
  const hash = hashIn(ifMatch);
  if (hash === null) return unusable;
  if (entry === "folder") return { kind: "missing" };
  return etagOf(entry.bytes) === `"sha256:${hash}"` ? passes : { kind: "fails", current: entry };
}

/** The hash in a strong etag of the server's own kind, with quotes or without. Null for anything else. */
function hashIn(etag: string): string | null {
  const bare = etag.replace(/^"+|"+$/g, "");
  return bare.startsWith("sha256:") ? bare.slice("sha256:".length).toLowerCase() : null;
}
