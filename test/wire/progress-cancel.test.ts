import { readdir } from "node:fs/promises";
import t from "tap";
import { largeBytes, largeOffset, readingLarge } from "./large-call.ts";
import { type Message, rawClient } from "./raw-client.ts";
import { call, cite, MiB, makeSparse, makeVault } from "./vault.ts";

t.setTimeout(120_000);

const isProgress = ({ method }: Message): boolean => method === "notifications/progress";

t.test("[mcp.progress] [span.large-files] while 2 GiB are read, progress rises and ping is answered", async (t) => {
  const start = performance.now();
  const { client } = await readingLarge(t);
  for (let time = 0; time < 3; time++) await client.request("ping");
  t.notOk(
    client.messages.some(({ id }) => id === 1),
    "ping is answered before the call",
  );
  const { result } = await client.answer(1);
  t.equal(result.structuredContent.record.sources[0].spans[0].offset, largeOffset);
  const seconds = (performance.now() - start) / 1000;
  await client.end();

  const last = client.messages.at(-1);
  t.equal(last?.id, 1, "nothing follows the result");
  const notes = client.messages.filter(isProgress).map(({ params }) => params);
  const steps = notes.map((params) => params?.progress ?? 0);
  t.ok(steps.length >= Math.floor(seconds / 2) && steps.length <= seconds * 10 + 1, `${steps.length} in ${seconds} s`);
  t.strictSame(
    steps,
    [...new Set(steps)].toSorted((a, b) => a - b),
    "strictly rising",
  );
  t.ok((steps.at(-1) ?? 0) <= largeBytes);
  t.ok(notes.every((params) => params?.progressToken === 0 && params.total === largeBytes));
});

t.test("[mcp.progress] there is none without a token, and a token may be any text", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  const noted = async (name: string, meta?: object): Promise<Message[]> => {
    await makeSparse(vault.path(`Arc/${name}.bin`), 64 * MiB, 0, "a quote");
    const before = client.messages.length;
    const cited = cite(`Arc/${name}.bin`, { quote: "a quote" });
    t.match(await client.writePage(call(`Mage/${name}.md`, cited), meta), { ok: true });
    return client.messages.slice(before).filter(isProgress);
  };
  t.strictSame(await noted("a"), []);
  t.strictSame(await noted("b", {}), []);
  const [note] = await noted("c", { progressToken: "" });
  t.match(note, { params: { progressToken: "", total: 64 * MiB } });
});

t.test("[mcp.cancel] a call whose source is being read ends without a trace, and the next works", async (t) => {
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
});

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
