import { readdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import t from "tap";
import { rawClient } from "./raw-client.ts";
import { call, cite, GiB, makeSparse, makeVault } from "./vault.ts";

t.setTimeout(120_000);

t.test("[lost.reader] a reader that dies is told of, and the next call works", async (t) => {
  const vault = await makeVault(t, { "Arc/die-at-open.md": "a quote" });
  const before = await vault.snapshot();
  const client = rawClient(t, vault.root, { preload: "die" });
  const derived_from = [
    { source: "Arc/source.md", spans: [{ quote: "precise" }] },
    { source: "Arc/die-at-open.md", spans: [{ quote: "a quote" }] },
  ];
  for (let time = 0; time < 3; time++) {
    const refusal = await client.writePage(call("Mage/a.md", { derived_from }));
    t.match(refusal, { ok: false, reason: "READER_LOST", at: "/derived_from/1/source" });
  }
  t.strictSame(await vault.snapshot(), before);
  t.match(await client.writePage(call("Mage/a.md")), { ok: true });
  t.match(await client.end(), { code: 0 });
  t.match(client.stderr(), "a worker thread was lost");
  t.notMatch(client.stderr(), /die-at|a quote/);
});

t.test("[lost.writer] a writer that dies leaves the outcome open, and the next call works", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root, { preload: "die" });
  t.match(await client.writePage(call("Mage/a.md")), { ok: true });
  for (const [primitive, detail] of [
    ["lstat", /before .* was begun; nothing was written/],
    ["link", /unknown.*Look at the page/],
  ] as const) {
    const path = `Mage/die-at-${primitive}.md`;
    const refusal = await client.writePage(call(path));
    t.match(refusal, { ok: false, reason: "WRITER_LOST", detail });
    t.ok(refusal.detail.includes(path), "says which page to look at");
    t.equal(await vault.text(path), null);
    t.match(await client.writePage(call(`Mage/after-${primitive}.md`)), { ok: true });
  }
  t.match(await client.end(), { code: 0 });
  t.match(client.stderr(), "a worker thread was lost");
  t.notMatch(client.stderr(), /die-at|the answer/);
  t.equal((await vault.records()).length, 3);

  await rawClient(t, vault.root).end();
  t.strictSame(
    (await readdir(vault.path(".wyrd"))).toSorted(),
    ["lineage.jsonl", "scribe.json"],
    "its stray is cleared",
  );
});

t.test("[lost.writer] of calls at once only those that it was busy with are lost", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root, { preload: "die" });
  await client.initialize();
  const calls = 40;
  for (let id = 1; id <= calls; id++) client.postPage(id, call(id === 20 ? "Mage/die-at-link.md" : `Mage/${id}.md`));
  const written: string[] = [];
  for (let id = 1; id <= calls; id++) {
    const { ok, reason, created } = (await client.answer(id)).result.structuredContent;
    if (ok) written.push(created.path);
    else t.equal(reason, "WRITER_LOST");
  }
  t.strictSame((await vault.records()).map(({ page }) => page.identity.path).toSorted(), written.toSorted());
  t.match(await client.writePage(call("Mage/next.md")), { ok: true });
});

t.test("[busy] more sources than the queue holds are refused, and everything else is served", async (t) => {
  const files = Object.fromEntries(Array.from({ length: 64 }, (_, index) => [`Arc/${index}.md`, "a quote"]));
  const vault = await makeVault(t, files);
  await makeSparse(vault.path("Arc/large.bin"), GiB, 0, "a quote");
  const client = rawClient(t, vault.root);
  await client.initialize();
  const spans = [{ quote: "a quote" }];
  const readers = Math.max(1, availableParallelism() - 1);
  for (let id = 0; id < readers; id++) {
    client.postPage(`large ${id}`, call(`Mage/large-${id}.md`, cite("Arc/large.bin", ...spans)), { progressToken: id });
    await client.next(({ method, params }) => method === "notifications/progress" && params?.progressToken === id);
  }
  const derived_from = Object.keys(files).map((source) => ({ source, spans }));
  const calls = 80;
  for (let id = 1; id <= calls; id++) client.postPage(id, call(`Mage/${id}.md`, { derived_from }));
  const outcomes: string[] = [];
  for (let id = 1; id <= calls; id++) {
    const { ok, reason } = (await client.answer(id)).result.structuredContent;
    outcomes.push(ok ? "written" : reason);
  }
  t.strictSame(new Set(outcomes), new Set(["written", "BUSY"]));
  t.equal((await client.answer("large 0")).result.isError, false);
  t.match(await client.writePage(call("Mage/next.md", { derived_from })), { ok: true });
});

t.test("[lost.reader] what waits for a reader that cannot start is lost, and the next call works", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root, { preload: "fail-to-start" });
  t.match(await client.writePage(call("Mage/a.md")), { ok: false, reason: "READER_LOST" });
  t.match(await client.writePage(call("Mage/a.md")), { ok: true });
});

t.test(
  "[lost.writer] what waits for a writer that ends while it starts is lost, and the next call works",
  async (t) => {
    const vault = await makeVault(t);
    const client = rawClient(t, vault.root, { preload: "end-at-start" });
    t.match(await client.writePage(call("Mage/first.md")), { ok: true });
    const lost = ["Mage/die-at-link.md", "Mage/waits.md"];
    for (const [at, path] of lost.entries()) client.postPage(at, call(path));
    for (const at of lost.keys()) {
      t.match((await client.answer(at)).result.structuredContent, { ok: false, reason: "WRITER_LOST" });
    }
    t.match(await client.writePage(call("Mage/next.md")), { ok: true });
  },
);
