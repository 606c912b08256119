import { writeFile } from "node:fs/promises";
import t from "tap";
import { rawClient } from "./raw-client.ts";
import { call, cite, makeFolder, makeVault } from "./vault.ts";

const marker = "MARKER-OF-THE-SOURCE";
const quote = "the cited passage";
const long = `${"x".repeat(1100)}${marker}`;
const source = `${marker} ${quote} ${marker} ${long} \u20ac twice, twice`;
const offset = source.indexOf(quote);
const { length } = quote;

/** Spans that hold, and spans that do not. What is beyond the excerpt of a long range is no less secret. */
const spans = [
  { quote },
  { offset, length },
  { offset, length, quote },
  { offset: source.indexOf(long), length: long.length },
  { quote: "not there" },
  { quote: quote.toUpperCase() },
  { quote: "twice" },
  { offset: offset + 1, length, quote },
  { offset: 0, length: 99_999 },
  { offset: source.indexOf("\u20ac") + 1, length: 3 },
];

t.test("[threads.no-source-bytes] of a source nothing crosses a thread but what is cited", async (t) => {
  const vault = await makeVault(t, { "Arc/secret.md": source });
  const list = `${await makeFolder(t)}/texts`;
  await writeFile(list, JSON.stringify([marker, quote]));
  const client = rawClient(t, vault.root, { preload: "spy", env: { WYRD_SPY: list } });
  await client.initialize();
  const outcomes: string[] = [];
  for (const [page, span] of [...spans, ...spans].entries()) {
    const result = await client.writePage(call(`Mage/${page}.md`, cite("Arc/secret.md", span)), {
      progressToken: page,
    });
    outcomes.push(result.reason ?? "written");
  }
  const refused = [
    "SPAN_NOT_FOUND",
    "SPAN_NOT_FOUND",
    "SPAN_AMBIGUOUS",
    "SPAN_MISMATCH",
    "SPAN_INVALID_RANGE",
    "SPAN_NOT_ALIGNED",
  ];
  const once = ["written", "written", "written", "written", ...refused];
  t.strictSame(outcomes, [...once, ...once]);
  t.match(await client.end(), { code: 0 });
  t.match(client.stderr(), "spy: 1\n", "the spy sees what is cited");
  t.notMatch(client.stderr(), "spy: 0\n", "and nothing around it");
  t.notMatch(client.stderr() + JSON.stringify(client.messages), marker);
});

t.test("[stdout.only-json-rpc] whatever a thread prints goes to stderr", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root, { preload: "noisy" });
  await client.initialize();
  client.child.kill("SIGUSR2");
  for (let page = 0; page < 20; page++) t.match(await client.writePage(call(`Mage/${page}.md`)), { ok: true });
  t.match(await client.end(), { code: 0 });
  // The client throws on a line that is not JSON-RPC.
  t.equal(client.messages.length, 21);
  const noisy = new Set(client.stderr().match(/noise of thread \d+/g));
  t.ok(noisy.has("noise of thread 0"), "the main thread was noisy");
  t.ok(noisy.size >= 3, "so were writer and reader");
});

t.test("[log.no-content] nothing of pages, sources and arguments is logged, whatever goes wrong", async (t) => {
  const vault = await makeVault(t, { "Arc/MARKER.md": source });
  const client = rawClient(t, vault.root);
  await client.initialize();
  const cited = cite("Arc/MARKER.md", { quote: `${quote} ${marker}` });
  for (const args of [
    call("Mage/MARKER.md", { content: "MARKER", ...cited }),
    call("Mage/MARKER.md", { content: "MARKER", ...cited }),
    call("MARKER/MARKER.md"),
    call("Mage/MARKER.md", { MARKER: "MARKER" }),
    call("Mage/other.md", cite("Arc/MARKER.md", { quote: "MARKER?" })),
    "MARKER",
  ]) {
    await client.request("tools/call", { name: "write_page", arguments: args });
  }
  await client.request("tools/call", { name: "MARKER", arguments: { MARKER: "MARKER" } });
  await client.request("MARKER", { MARKER: "MARKER" });
  await client.request("initialize", { protocolVersion: ["MARKER"] });
  client.send('MARKER\n{"MARKER":"MARKER"}\n["MARKER"]\n');
  client.post("notifications/MARKER", { MARKER: "MARKER" });
  client.post("notifications/progress", { progressToken: "MARKER", progress: 1, message: "MARKER" });
  client.post("notifications/progress", { MARKER: "MARKER" });
  client.post("notifications/cancelled", { requestId: "MARKER", reason: "MARKER" });
  client.post("notifications/initialized", ["MARKER"]);
  client.send('{"jsonrpc":"2.0","id":"MARKER","result":{"MARKER":"MARKER"}}\n');
  client.send('{"jsonrpc":"2.0","id":"MARKER","error":{"code":1,"message":"MARKER"}}\n');
  t.match(await client.end(), { code: 0 });
  t.notMatch(client.stderr(), "MARKER");
});
