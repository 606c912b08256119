import { readdir, readFile, rm } from "node:fs/promises";
import t, { type Test } from "tap";
import { rawClient } from "./raw-client.ts";
import { call, makeFolder, makeVault } from "./vault.ts";

t.setTimeout(120_000);

const onLinux = process.platform === "linux" ? {} : { skip: "needs the walk by descriptors" };

t.test("[write.durable] page, folder and ledger are synced in order, then success is said", onLinux, async (t) => {
  const vault = await makeVault(t);
  const trace = `${await makeFolder(t)}/trace`;
  const client = rawClient(t, vault.root, { preload: "trace", env: { WYRD_TRACE: trace } });
  const written = async (path: string): Promise<string[]> => {
    await rm(trace, { force: true });
    t.match(await client.writePage(call(path)), { ok: true });
    return (await readFile(trace, "utf8")).trim().split("\n");
  };
  const made = (name: string) => ["write temp", "fsync temp", `link temp ${name}`, "unlink temp"];
  const config = [...made("scribe.json"), "fsync .wyrd"];
  const line = ["write lineage.jsonl", "fdatasync lineage.jsonl"];
  t.strictSame(await written("Mage/a.md"), [...config, ...made("a.md"), "fsync Mage", ...line, "fsync .wyrd"]);
  t.strictSame(await written("Mage/b.md"), [...made("b.md"), "fsync Mage", ...line]);
});

/** A server is killed at one moment of its first commit; then another takes the vault over. */
async function survives(t: Test, moment: string): Promise<void> {
  const vault = await makeVault(t);
  const killed = rawClient(t, vault.root, { preload: "kill", env: { WYRD_KILL: moment } });
  killed.postPage(1, call("Mage/a.md"));
  t.match(await killed.exit(), { signal: "SIGKILL" }, moment);
  const page = await vault.text("Mage/a.md");
  t.ok([null, "the answer"].includes(page), `${moment}: ${page === null ? "no page" : "the whole page"}`);

  const client = rawClient(t, vault.root);
  t.match(await client.writePage(call("Mage/b.md")), { ok: true }, moment);
  t.strictSame((await readdir(vault.path(".wyrd"))).toSorted(), ["lineage.jsonl", "scribe.json"], "strays are cleared");
}

t.test("[fence.whole-or-nothing] killed at any moment it leaves no part of a page behind", async (t) => {
  const moments = ["write 1", "link 1", "unlink 1", "write 2", "link 2", "unlink 2", "write 3", "fdatasync 1"];
  for (const moment of moments) await survives(t, moment);
});
