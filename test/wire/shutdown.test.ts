import { once } from "node:events";
import { readdir } from "node:fs/promises";
import t from "tap";
import { largeOffset, readingLarge } from "./large-call.ts";
import { type Exit, rawClient } from "./raw-client.ts";
import { call, cite, makeVault } from "./vault.ts";

t.setTimeout(120_000);

const written = { result: { isError: false, structuredContent: { ok: true } } };

async function timed(exit: Promise<Exit>): Promise<Exit & { ms: number }> {
  const start = performance.now();
  return { ...(await exit), ms: performance.now() - start };
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  t.test(`[mcp.signals] ${signal} drops a call whose source is being read, and leaves nothing behind`, async (t) => {
    const { vault, client, before } = await readingLarge(t);
    client.child.kill(signal);
    const { code, ms } = await timed(client.exit());
    t.equal(code, 0);
    t.ok(ms < 2000, `${ms} ms`);
    t.notOk(client.messages.some(({ id }) => id === 1));
    t.strictSame(await vault.snapshot(), before);
  });
}

t.test("[mcp.signals] commits under way are finished: no page without its record, no stray file", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  await client.initialize();
  for (let id = 1; id <= 300; id++) client.postPage(id, call(`Mage/${id}.md`));
  await client.answer(1);
  client.child.kill("SIGTERM");
  t.match(await client.exit(), { code: 0 });
  const recorded = (await vault.records()).map(({ page }) => page.identity.path.slice("Mage/".length));
  t.strictSame((await readdir(vault.path("Mage"))).toSorted(), recorded.toSorted());
  t.strictSame((await readdir(vault.path(".wyrd"))).toSorted(), ["lineage.jsonl", "scribe.json"]);
  for (const { id } of client.messages) if (typeof id === "number") t.ok(recorded.includes(`${id}.md`), "answered");
});

t.test("[mcp.broken-stdout] when nobody reads stdout any more, the call is dropped as by a signal", async (t) => {
  const { vault, client, before } = await readingLarge(t);
  client.child.stdout.destroy();
  const { code, ms } = await timed(client.exit());
  t.equal(code, 0);
  t.ok(ms < 2000, `${ms} ms`);
  t.strictSame(await vault.snapshot(), before);
});

t.test("[mcp.end-of-input] a call whose source is being read is finished and answered", async (t) => {
  const { vault, client } = await readingLarge(t);
  const exit = client.end();
  const answer = await client.answer(1);
  t.match(answer, { result: { structuredContent: { record: { sources: [{ spans: [{ offset: largeOffset }] }] } } } });
  const { code, ms } = await timed(exit);
  t.equal(code, 0);
  t.ok(ms < 2000, `${ms} ms`);
  t.equal((await vault.records()).length, 1);
});

t.test("[mcp.end-of-input] a pipe may end right after its request, even without a line feed", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  const params = { name: "write_page", arguments: call("Mage/a.md") };
  client.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
  const exit = client.end();
  t.match(await client.answer(1), written);
  t.match(await exit, { code: 0, signal: null });
  t.equal(client.stderr(), "");
});

t.test("[mcp.whole-replies] megabytes of replies arrive whole before exit", async (t) => {
  const vault = await makeVault(t, { "Arc/long.md": "x".repeat(1024) });
  const client = rawClient(t, vault.root);
  await client.initialize();
  const spans = Array(50).fill({ offset: 0, length: 1024 });
  const calls = 30;
  for (let id = 1; id <= calls; id++) client.postPage(id, call(`Mage/${id}.md`, cite("Arc/long.md", ...spans)));
  t.match(await client.end(), { code: 0 });
  for (let id = 1; id <= calls; id++) t.match(await client.answer(id), written);
  const bytes = client.messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0);
  t.ok(bytes > 3_000_000, `${bytes} bytes`);
});

t.test("[mcp.signals] after the end of stdin a signal ends a server whose replies nobody reads", async (t) => {
  const client = rawClient(t, (await makeVault(t)).root);
  await client.initialize();
  client.child.stdout.pause();
  for (let id = 1; id <= 500; id++) client.post("tools/list", {}, id);
  client.child.stdin.end();
  await new Promise((resolve) => setTimeout(resolve, 500));
  t.equal(client.child.exitCode, null, "it waits for the replies to be read");
  const exited = once(client.child, "exit");
  client.child.kill("SIGTERM");
  t.strictSame(await exited, [0, null]);
  client.child.stdout.resume();
});
