import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import t from "tap";
import { rawClient } from "./raw-client.ts";
import { call, cite, makeFolder, makeVault, sourceText } from "./vault.ts";

t.setTimeout(120_000);

const swapper = fileURLToPath(new URL("swapper.js", import.meta.url));
const secret = "A secret with a precise quotation.";
const calls = 2000;

t.test("[fence.contained] a folder swapped for a link at any moment leads nothing out and nothing in", async (t) => {
  if (process.platform !== "linux") return t.comment("the walk by descriptors is Linux's");
  const outside = await makeFolder(t);
  await writeFile(`${outside}/source.md`, secret);
  const vault = await makeVault(t, { "Mage/in/source.md": sourceText });
  const before = (await readdir(outside)).length;
  const client = rawClient(t, vault.root);
  await client.initialize();

  const child = spawn(process.execPath, [swapper, vault.path("Mage/in"), outside], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  t.teardown(() => child.kill("SIGKILL"));
  await once(child.stdout, "data");
  const cited = cite("Mage/in/source.md", { quote: "precise quotation" });
  const outcomes = new Map<string, number>();
  const acknowledged: string[] = [];
  for (let id = 1; id <= calls; id++) client.postPage(id, call(`Mage/in/${id}.md`, id % 2 ? cited : {}));
  for (let id = 1; id <= calls; id++) {
    const { ok, reason } = (await client.answer(id)).result.structuredContent;
    outcomes.set(reason, (outcomes.get(reason) ?? 0) + 1);
    if (ok) acknowledged.push(`${id}.md`);
  }
  child.stdin.end();
  await once(child, "exit");

  t.comment(JSON.stringify(Object.fromEntries(outcomes)));
  t.equal((await readdir(outside)).length, before, "nothing landed outside");
  t.strictSame(
    (await readdir(vault.path("Mage/in"))).filter((name) => name !== "source.md").toSorted(),
    acknowledged.toSorted(),
  );
  const records = await vault.records();
  t.strictSame(
    records.map(({ page }) => page.identity.path.slice("Mage/in/".length)).toSorted(),
    acknowledged.toSorted(),
  );
  const digests = new Set(records.flatMap(({ sources }) => sources.map(({ content }) => content.digest)));
  t.strictSame(
    [...digests],
    ["c5765d4a7866c16afddbcede0fe90eeaf3ce0b454e36c43be8b8e871c2a2c6e6"],
    "no secret was cited",
  );
  t.ok(acknowledged.length > 0 && acknowledged.length < calls, "the race was on");
});
