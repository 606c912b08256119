import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Evidence } from "../evidence.ts";

export const configPath = ".wyrd/scribe.json";
export const ledgerPath = ".wyrd/lineage.jsonl";

/** The bytes of a file of the vault; null where none can be read. */
export function read({ root }: Evidence, path: string): Buffer | null {
  try {
    return readFileSync(join(root, path));
  } catch {
    return null;
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
