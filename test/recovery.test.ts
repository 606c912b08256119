import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, linkSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import t, { type Test } from "tap";
import { program, type RawClient, rawClient } from "./wire/raw-client.ts";
import { call, makeVault, type Vault } from "./wire/vault.ts";

const document = readFileSync(new URL("../../docs/recovery.md", import.meta.url), "utf8");

/** The commands of the document that follow `<!-- run: NAME -->`. */
function commands(name: string): string {
  const found = new RegExp(`<!-- run: ${name} -->\n\`\`\`sh\n([^]*?)\`\`\``).exec(document)?.[1];
  assert(found !== undefined, name);
  return found;
}

function run(vault: Vault, name: string, env: Record<string, string> = {}): string {
  return execFileSync("sh", ["-c", commands(name)], {
    cwd: vault.root,
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
}

interface Scene {
  readonly vault: Vault;
  readonly client: RawClient;
  readonly ledger: string;
}

/** A vault with a page, and a server on it. */
async function scene(t: Test): Promise<Scene> {
  const vault = await makeVault(t, { "Notes/index.md": "" });
  const client = rawClient(t, vault.root);
  await client.initialize();
  assert((await client.writePage(call("Notes/page.md"))).ok);
  return { vault, client, ledger: vault.path(".wyrd/lineage.jsonl") };
}

const works = async ({ client }: Scene): Promise<boolean> => (await client.writePage(call("Notes/next.md"))).ok;

t.test("[recovery.documented] a record is appended by hand, also after a torn line", async (t) => {
  const { vault, ledger } = await scene(t);
  const record = readFileSync(ledger, "utf8").trim();
  writeFileSync(ledger, '{"torn');
  run(vault, "append the record", { RECORD: record });
  t.equal(readFileSync(ledger, "utf8"), `{"torn\n${record}\n`);
  run(vault, "append the record", { RECORD: record });
  t.equal(readFileSync(ledger, "utf8"), `{"torn\n${record}\n${record}\n`);
  for (const torn of [Buffer.from("é").subarray(0, 1), Buffer.alloc(3)]) {
    writeFileSync(ledger, torn);
    run(vault, "append the record", { RECORD: record });
    t.equal(readFileSync(ledger, "latin1"), `${torn.toString("latin1")}\n${record}\n`);
  }
});

t.test("[recovery.documented] a page without its record is told when it is asked for", async (t) => {
  const { vault, ledger } = await scene(t);
  const command = commands("ask for the record").replace("wyrd-scribe", program.map((part) => `'${part}'`).join(" "));
  const ask = () => spawnSync("sh", ["-c", command], { cwd: vault.root, encoding: "utf8" });
  t.match(ask(), { status: 0 });
  writeFileSync(ledger, "");
  t.match(ask(), { status: 1, stdout: /no_record/ });
});

t.test("[recovery.documented] a page without proof is removed and written again", async (t) => {
  const { vault, client } = await scene(t);
  t.equal((await client.writePage(call("Notes/page.md"))).reason, "EXISTS");
  run(vault, "write it again");
  t.equal((await client.writePage(call("Notes/page.md"))).ok, true);
});

t.test("[recovery.documented] what an unknown outcome left can be seen", async (t) => {
  const { vault } = await scene(t);
  t.equal(run(vault, "look"), "Notes/page.md\n1\n");
});

t.test("[recovery.documented] a torn tail can be seen, and the next page stands alone", async (t) => {
  const at = await scene(t);
  writeFileSync(at.ledger, `${readFileSync(at.ledger, "utf8")}{"torn`);
  t.equal(run(at.vault, "see the torn tail"), '{"torn');
  t.ok(await works(at));
  t.equal(readFileSync(at.ledger, "utf8").split("\n")[1], '{"torn');
});

const damages: Record<string, (ledger: string) => unknown> = {
  "make the ledger writable": (ledger) => chmod(ledger, 0o444),
  "give the ledger one name": (ledger) => linkSync(ledger, `${ledger}.backup`),
  "put the ledger in place of the link": (ledger) => {
    renameSync(ledger, `${ledger}.real`);
    symlinkSync(`${ledger}.real`, ledger);
  },
};

for (const [mend, damage] of Object.entries(damages)) {
  t.test(`[recovery.documented] ${mend}`, async (t) => {
    const at = await scene(t);
    const before = readFileSync(at.ledger, "utf8");
    await damage(at.ledger);
    t.equal((await at.client.writePage(call("Notes/other.md"))).reason, "LEDGER_UNUSABLE");
    t.notOk(existsSync(at.vault.path("Notes/other.md")));
    run(at.vault, mend);
    t.ok(await works(at));
    t.ok(readFileSync(at.ledger, "utf8").startsWith(before), "no record is lost");
  });
}

t.test("[recovery.documented] a config is written anew with the vault's id", async (t) => {
  const at = await scene(t);
  const config = at.vault.path(".wyrd/scribe.json");
  const before = readFileSync(config, "utf8");
  writeFileSync(config, "{");
  t.equal((await at.client.writePage(call("Notes/other.md"))).reason, "SCRIBE_CONFIG_INVALID");
  run(at.vault, "restore the config");
  t.equal(readFileSync(config, "utf8"), before);
  t.ok(await works(at));
});
