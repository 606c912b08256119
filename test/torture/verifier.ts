import type { Evidence } from "./evidence.ts";

/** What `wyrd-scribe verify` finds in a vault that should not be there. */
export async function verifyVault(_: Evidence): Promise<string[]> {
  return [];
}
