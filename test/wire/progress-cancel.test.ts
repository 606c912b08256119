import { readdir } from "node:fs/promises";
import t from "tap";
import { largeBytes, readingLarge } from "./large-call.ts";
import { type Message, rawClient } from "./raw-client.ts";
import { call, cite, MiB, makeSparse, makeVault } from "./vault.ts";

t.setTimeout(120_000);

const isProgress = ({ method }: Message): boolean => method === "notifications/progress";

t.test(
  "[mcp.progress] rises strictly, never above the total, at most ten times a second, never after the result",
  async (t) => {
    const start = performance.now();
    const { client } = await readingLarge(t);
    t.match(await client.answer(1), { result: { isError: false } });
    const seconds = (performance.now() - start) / 1000;
    t.match(await client.request("ping"), { result: {} });
    const notes = client.messages.filter(isProgress);
    t.ok(notes.length >= Math.floor(seconds / 2), `${notes.length} in ${seconds.toFixed(1)} s`);
    t.ok(notes.length <= seconds * 10 + 1);
    let last = 0;
    for (const { params } of notes) {
      t.strictSame({ token: params?.progressToken, total: params?.total }, { token: 0, total: largeBytes });
      t.ok(params && params.progress > last && params.progress <= params.total, `${params?.progress}`);
      last = params?.progress ?? 0;
    }
    const result = client.messages.findIndex(({ id }) => id === 1);
    t.notOk(client.messages.slice(result).some(isProgress));
  },
);

t.test("[mcp.progress] there is none without a token, and a token may be any text", async (t) => {
  const vault = await makeVault(t);
  await makeSparse(vault.path("Arc/some.bin"), 64 * MiB, 0, "a quote");
  const client = rawClient(t, vault.root);
  const cited = cite("Arc/some.bin", { quote: "a quote" });
  t.match(await client.writePage(call("Mage/a.md", cited)), { ok: true });
  t.match(await client.writePage(call("Mage/b.md", cited), {}), { ok: true });
  t.notOk(client.messages.some(isProgress));
  t.match(await client.writePage(call("Mage/c.md", cited), { progressToken: "" }), { ok: true });
  const notes = client.messages.filter(isProgress);
  t.ok(notes.length > 0);
  t.ok(notes.every(({ params }) => params?.progressToken === ""));
});

t.test(
  "[mcp.cancel] a call whose source is being read leaves nothing and gets no reply, and the next call works",
  async (t) => {
    const { vault, client, before } = await readingLarge(t);
    client.post("notifications/cancelled", { requestId: 1, reason: "enough" });
    client.post("notifications/cancelled", { requestId: "unknown" });
    client.post("notifications/cancelled", {});
    t.match(await client.request("ping"), { result: {} });
    t.strictSame(await vault.snapshot(), before);
    t.match(await client.writePage(call("Mage/next.md")), { ok: true });
    t.match(await client.end(), { code: 0 });
    t.notOk(client.messages.some(({ id }) => id === 1));
    t.equal(await vault.text("Mage/large.md"), null);
  },
);

t.test("[mcp.cancel] cancelled at any moment, a page stands with its record or not at all", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  await client.initialize();
  const cancel = (requestId: number): void => client.post("notifications/cancelled", { requestId });
  const calls = 200;
  for (let id = 1; id <= calls; id++) {
    client.postPage(id, call(`Mage/${id}.md`));
    if (id % 2 === 0) cancel(id);
    if (id % 5 === 0) await client.request("ping");
    if (id > 3) cancel(id - 3);
  }
  t.match(await client.end(), { code: 0 });
  const pages = (await vault.records()).map(({ page }) => page.identity.path.slice("Mage/".length));
  t.strictSame((await readdir(vault.path("Mage"))).toSorted(), pages.toSorted());
  t.strictSame((await readdir(vault.path(".wyrd"))).toSorted(), ["lineage.jsonl", "scribe.json"]);
  const answered = client.messages.flatMap(({ id }) => (typeof id === "number" ? [`${id}.md`] : []));
  t.ok(answered.every((page) => pages.includes(page)));
  t.comment(`${calls} calls: ${pages.length} pages, ${answered.length} answers`);
});
