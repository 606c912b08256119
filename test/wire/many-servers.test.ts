import { readdir } from "node:fs/promises";
import t from "tap";
import { rawClient } from "./raw-client.ts";
import { call, makeVault } from "./vault.ts";

t.setTimeout(120_000);

const servers = 8;
const callsEach = 200;

t.test("[vault.many-servers] [ledger.one-write] [config.one-id] eight servers, 200 calls each", async (t) => {
  const vault = await makeVault(t);
  const clients = Array.from({ length: servers }, () => rawClient(t, vault.root));
  const ids = Array.from({ length: callsEach }, (_, index) => index + 1);
  await Promise.all(clients.map((client) => client.initialize()));
  for (const id of ids) {
    for (const [server, client] of clients.entries()) client.postPage(id, call(`Mage/${server}-${id}.md`));
  }

  const results = await Promise.all(clients.flatMap((client) => ids.map((id) => client.answer(id))));
  const successes = results.map(({ result }) => result.structuredContent).filter(({ ok }) => ok);
  t.equal(successes.length, servers * callsEach);
  t.equal(successes.filter(({ config_created }) => config_created).length, 1, "one of them minted the config");

  const pages = (await readdir(vault.path("Mage"))).map((name) => `Mage/${name}`);
  const records = await vault.records();
  const recorded = records.map(({ page }) => page.identity.path);
  t.strictSame(recorded.toSorted(), pages.toSorted());
  t.equal(new Set(records.map(({ event_id }) => event_id)).size, servers * callsEach);
  t.strictSame(
    [...new Set(records.map(({ vault }) => vault.id))],
    [JSON.parse((await vault.text(".wyrd/scribe.json")) ?? "").vault_id],
  );

  const lines = new Set((await vault.ledger()).split("\n"));
  t.ok(
    successes.every(({ record }) => lines.has(JSON.stringify(record))),
    "every line is whole",
  );
  for (const client of clients) t.match(await client.end(), { code: 0 });
  t.strictSame((await readdir(vault.path(".wyrd"))).toSorted(), ["lineage.jsonl", "scribe.json"]);
});
