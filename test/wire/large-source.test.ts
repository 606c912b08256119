import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import t from "tap";
import { limits } from "../../src/core/limits.ts";
import { type RawClient, rawClient } from "./raw-client.ts";
import { call, cite, GiB, MiB, makeSparse, makeVault } from "./vault.ts";

t.setTimeout(120_000);

const quote = "a quote across the edge of two chunks";
const bytes = 4 * GiB + 6 * MiB;
const offset = 4 * GiB + 4 * MiB - 7;
/** Of zeros with the quote at the offset, as sha256sum gives it. */
const digest = "a413a76f2bc47ae4ca48131acfab239f408b26d3f6267caa0c9890dfa775b294";

/** The most memory that a process has had, in MiB. */
async function peakMemory({ child }: RawClient): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8");
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}

t.test("[span.large-files] [span.known-files] more than 4 GiB are read in flat memory, and once", async (t) => {
  const vault = await makeVault(t);
  await makeSparse(vault.path("Arc/large.bin"), bytes, offset, quote);
  await makeSparse(vault.path("Arc/small.bin"), 256 * MiB, 0, quote);
  // Younger, its stamp would not vouch for it.
  await setTimeout(limits.settleMs);

  const client = rawClient(t, vault.root);
  await client.initialize();
  const cited = cite("Arc/large.bin", { quote }, { offset, length: 7 }, { offset: 4 * GiB, length: 1, quote: "\0" });
  const first = await client.writePage(call("Mage/a.md", cited), { progressToken: 1 });
  const [source] = first.record.sources;
  t.strictSame(source.content, { algorithm: "sha256", digest, bytes });
  t.match(source.spans, [
    { offset, quote: { text: quote } },
    { quote: { text: "a quote" } },
    { quote: { text: "\0" } },
  ]);

  const before = client.messages.length;
  const again = await client.writePage(call("Mage/b.md", cited), { progressToken: 2 });
  t.strictSame(again.record.sources, first.record.sources);
  const read = client.messages.slice(before).map(({ params }) => params?.progress ?? 0);
  t.ok(Math.max(...read) < 1024, "the second time no more than the spans is read");

  if (process.platform !== "linux") return;
  const other = rawClient(t, vault.root);
  await other.writePage(call("Mage/c.md", cite("Arc/small.bin", { quote })));
  const [large, small] = [await peakMemory(client), await peakMemory(other)];
  t.comment(`peak memory: ${small} MiB for 256 MiB, ${large} MiB for 4 GiB`);
  t.ok(large < 400);
});
