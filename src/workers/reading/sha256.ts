import { createHash } from "node:crypto";
import type { Hasher } from "../../core/lineage/span-result.ts";

/** A SHA-256 for the pure rules, which may not make one themselves. */
export function sha256(): Hasher {
  const hash = createHash("sha256");
  return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest("hex") };
}
