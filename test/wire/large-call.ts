import type { Test } from "tap";
import { type RawClient, rawClient } from "./raw-client.ts";
import { call, cite, GiB, makeSparse, makeVault, type Vault } from "./vault.ts";

export const largeBytes = 2 * GiB;
const largeQuote = "a quote near the end";
export const largeOffset = largeBytes - 100;

/** Cites a source that takes more than a second to read. */
const largeCall = call("Mage/large.md", cite("Arc/large.bin", { quote: largeQuote }));

/** A server that has begun to read a large source for the call with id 1, and its vault as it was before. */
export async function readingLarge(t: Test): Promise<{ vault: Vault; client: RawClient; before: object }> {
  const vault = await makeVault(t);
  await makeSparse(vault.path("Arc/large.bin"), largeBytes, largeOffset, largeQuote);
  const before = await vault.snapshot();
  const client = rawClient(t, vault.root);
  await client.initialize();
  client.postPage(1, largeCall, { progressToken: 0 });
  await client.next(({ method }) => method === "notifications/progress");
  return { vault, client, before };
}
