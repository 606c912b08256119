import { execFileSync } from "node:child_process";
import { link, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import t from "tap";
import { rawClient } from "./raw-client.ts";
import { call, cite, makeVault } from "./vault.ts";

const ledgerName = ".wyrd/lineage.jsonl";

t.test("[ledger.appendable] [write.refused-early] a ledger that takes no line costs no reading", async (t) => {
  const vault = await makeVault(t);
  const ledger = vault.path(ledgerName);
  const unusable: Record<string, () => unknown> = {
    "is a directory": () => mkdir(ledger),
    "is a link": () => symlink("../Arc/source.md", ledger),
    "has more than one name": () => link(vault.path("Arc/source.md"), ledger),
    "is not a regular file": () => execFileSync("mkfifo", [ledger]),
    "is read-only": () => writeFile(ledger, "", { mode: 0o444 }),
  };
  const client = rawClient(t, vault.root);
  for (const [problem, make] of Object.entries(unusable)) {
    await make();
    const before = await vault.snapshot();
    for (const source of ["Arc/source.md", "Arc/none.md"]) {
      const refusal = await client.writePage(call("Mage/a.md", cite(source, { quote: "precise" })));
      t.match(refusal, { ok: false, reason: "LEDGER_UNUSABLE", detail: `lineage.jsonl ${problem}` }, problem);
    }
    t.strictSame(await vault.snapshot(), before);
    await rm(ledger, { recursive: true });
  }
  t.match(await client.writePage(call("Mage/a.md")), { ok: true });
});

t.test("[write.refused-early] an occupied page is refused before a source is read", async (t) => {
  const vault = await makeVault(t, { "Mage/a.md": "" });
  const client = rawClient(t, vault.root);
  const refusal = await client.writePage(call("Mage/a.md", cite("Arc/none.md", { quote: "precise" })));
  t.match(refusal, { reason: "EXISTS" });
});

t.test("[ledger.torn-tail] the new record stands alone, and the old bytes stay as they were", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  const whole = '{"schema":"other"}';
  const tails = ["", "\n", `${whole}\n`, whole, `${whole}\n{"schema":"wyrd.li`, '{"text":"\u20ac', "\r"];
  for (const [page, old] of tails.entries()) {
    await writeFile(vault.path(ledgerName), old);
    const { record, appended } = await client.writePage(call(`Mage/${page}.md`));
    const line = `${JSON.stringify(record)}\n`;
    const between = old === "" || old.endsWith("\n") ? "" : "\n";
    t.equal(await vault.ledger(), old + between + line, JSON.stringify(old));
    t.equal(appended, line.length, "the line feed before it is not counted");
  }
});

t.test("[write.ledger-failed] the page stays, and the record that is missing is in the result", async (t) => {
  const limitKiB = 64;
  for (const room of [100, 0]) {
    const vault = await makeVault(t);
    const old = "\n".repeat(limitKiB * 1024 - room);
    await writeFile(vault.path(ledgerName), old);
    const under = ["bash", "-c", `ulimit -f ${limitKiB} && exec "$@"`, "bash"];
    const client = rawClient(t, vault.root, { under });
    const failure = await client.writePage(call("Mage/a.md"));
    const line = `${JSON.stringify(failure.record)}\n`;
    t.match(failure, {
      ok: false,
      reason: "PAGE_WRITTEN_LEDGER_FAILED",
      created: { path: "Mage/a.md", bytes: 10, sha256: failure.record.page.content.digest },
      record: { schema: "wyrd.lineage/v1", sources: [{ spans: [{ offset: 16 }] }] },
      cause: { reason: "IO_ERROR", detail: /lineage\.jsonl/ },
      config_created: true,
    });
    t.strictSame(failure.cause.retained, room === 0 ? null : { path: ledgerName, bytes: room });
    t.equal(await vault.ledger(), old + line.slice(0, room));
    t.equal(await vault.text("Mage/a.md"), "the answer");
    t.match(await client.writePage(call("Mage/a.md")), { reason: "EXISTS" });
    await client.end();

    const next = rawClient(t, vault.root);
    const { record } = await next.writePage(call("Mage/b.md"));
    t.equal((await vault.ledger()).split("\n").at(-2), JSON.stringify(record), "the next record stands alone");
    t.equal(record.vault.id, failure.record.vault.id);
  }
});
