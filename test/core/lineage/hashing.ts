import { createHash } from "node:crypto";
import type { Hasher } from "../../../src/core/lineage/span-result.ts";

export function newHasher(): Hasher {
  const hash = createHash("sha256");
  return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest("hex") };
}

export function sha256(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}
