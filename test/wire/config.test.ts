import { execFileSync } from "node:child_process";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import t from "tap";
import { rawClient } from "./raw-client.ts";
import { call, cite, makeVault } from "./vault.ts";

const configName = ".wyrd/scribe.json";
const config = {
  schema: "wyrd.scribe/v1",
  vault_id: "823388de-84c3-4757-9f5a-e54de10b256d",
  write_frontmatter: false,
};

t.test("[config.minted] a config that stands is used as it is, and never rewritten", async (t) => {
  const text =
    '{ "write_frontmatter":false,\r\n"vault_id":"823388de-84c3-4757-9f5a-e54de10b256d", "schema":"wyrd.scribe\\/v1" }';
  const vault = await makeVault(t, { [configName]: text });
  const client = rawClient(t, vault.root);
  const { record, config_created } = await client.writePage(call("Mage/a.md"));
  t.equal(record.vault.id, config.vault_id);
  t.equal(config_created, false);
  t.equal(await vault.text(configName), text);
});

t.test("[config.strict] a config of any other form is refused before a source is read, and left alone", async (t) => {
  const invalid: Record<string, string> = {
    "no text": "",
    "no JSON": "{",
    "a byte order mark": `\ufeff${JSON.stringify(config)}`,
    "no object": "[]",
    "a missing key": JSON.stringify({ ...config, write_frontmatter: undefined }),
    "one key more": JSON.stringify({ ...config, more: 1 }),
    "another schema": JSON.stringify({ ...config, schema: "wyrd.scribe/v2" }),
    "an id in capitals": JSON.stringify({ ...config, vault_id: config.vault_id.toUpperCase() }),
    "an id of version 1": JSON.stringify({ ...config, vault_id: config.vault_id.replace("-4", "-1") }),
    "text for a boolean": JSON.stringify({ ...config, write_frontmatter: "false" }),
  };
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  const refusal = () => client.writePage(call("Mage/a.md", cite("Arc/none.md", { quote: "precise" })));
  for (const [what, text] of Object.entries(invalid)) {
    await writeFile(vault.path(configName), text);
    const before = await vault.snapshot();
    t.match(await refusal(), { ok: false, reason: "SCRIBE_CONFIG_INVALID", detail: /scribe\.json/ }, what);
    t.strictSame(await vault.snapshot(), before, what);
  }
  const padded = JSON.stringify(config).padEnd(16_385);
  await writeFile(vault.path(configName), padded);
  t.match(await refusal(), { reason: "SCRIBE_CONFIG_TOO_LARGE", detail: /16385.*16384/ });
  await writeFile(vault.path(configName), padded.slice(0, -1));
  t.match(await client.writePage(call("Mage/a.md")), { ok: true }, "16,384 bytes are taken");
});

t.test("[config.strict] a folder, a FIFO and a link are no config, and refused at once", async (t) => {
  const vault = await makeVault(t, { "Mage/config.json": JSON.stringify(config) });
  const client = rawClient(t, vault.root);
  const path = vault.path(configName);
  const make: Record<string, () => unknown> = {
    folder: () => mkdir(path),
    FIFO: () => execFileSync("mkfifo", [path]),
    link: () => symlink("../Mage/config.json", path),
    "dangling link": () => symlink("none", path),
  };
  for (const [what, makeIt] of Object.entries(make)) {
    await makeIt();
    t.match(await client.writePage(call("Mage/a.md")), { reason: "SCRIBE_CONFIG_INVALID" }, what);
    await rm(path, { recursive: true });
  }
  t.equal(await vault.ledger(), "");
});

t.test("[config.live] an edit counts from the next call", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  t.match(await client.writePage(call("Mage/a.md")), { ok: true, config_created: true });
  await writeFile(vault.path(configName), JSON.stringify({ ...config, write_frontmatter: true }));
  t.match(await client.writePage(call("Mage/b.md")), {
    config_created: false,
    record: { vault: { id: config.vault_id } },
  });
  t.match(await vault.text("Mage/b.md"), /^---\nwyrd_lineage: /);
  await writeFile(vault.path(configName), "{}");
  t.match(await client.writePage(call("Mage/c.md")), { reason: "SCRIBE_CONFIG_INVALID" });
  await writeFile(vault.path(configName), JSON.stringify(config));
  t.match(await client.writePage(call("Mage/d.md")), { ok: true });
  t.equal(await vault.text("Mage/d.md"), "the answer");
});
