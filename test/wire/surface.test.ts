import t from "tap";
import { product } from "../../src/core/product.ts";
import { rawClient } from "./raw-client.ts";
import { sdkClient } from "./sdk-client.ts";
import { call, cite, makeVault } from "./vault.ts";

t.test("[mcp.surface] one tool, and nothing but tools", async (t) => {
  const vault = await makeVault(t);
  const { client } = await sdkClient(t, vault.root);
  t.strictSame(client.getServerVersion(), { name: "wyrd-scribe", version: product.version });
  t.strictSame(client.getServerCapabilities(), { tools: {} });
  const { tools } = await client.listTools();
  t.equal(tools.length, 1);
  t.match(tools[0], {
    name: "write_page",
    title: "Create a page with lineage",
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    outputSchema: { type: "object", required: ["ok"] },
  });
});

t.test("[mcp.instructions] instructions and description say what a model has to know", async (t) => {
  const vault = await makeVault(t);
  const { client } = await sdkClient(t, vault.root);
  const [tool] = (await client.listTools()).tools;
  for (const text of [client.getInstructions() ?? "", tool?.description ?? ""]) {
    for (const needed of [
      /tier A/i,
      /create-only/,
      /Arc\/ .*\.wyrd\//,
      /relative to the granted folder,? with \/ between/,
      /by quote.*by offset and length.*bytes/,
    ]) {
      t.match(text, needed);
    }
    t.match(text, /PAGE_WRITTEN_LEDGER_FAILED[^.]*do not write the page again/);
  }
});

t.test("[mcp.advertised-schema] flat objects, arrays with items, and no keyword that clients refuse", async (t) => {
  const vault = await makeVault(t);
  const { client } = await sdkClient(t, vault.root);
  const [tool] = (await client.listTools()).tools;
  const plain = ["type", "description", "properties", "required", "additionalProperties", "items"];
  const bounds = ["minLength", "minItems", "minimum"];
  const keywords = new Set(keywordsOf(tool?.inputSchema));
  t.strictSame(keywords, new Set([...plain, ...bounds]));
  t.match(tool?.inputSchema, {
    type: "object",
    additionalProperties: false,
    required: ["path", "content", "derived_from"],
    properties: {
      derived_from: {
        type: "array",
        items: {
          properties: { spans: { type: "array", items: { properties: { offset: {}, length: {}, quote: {} } } } },
        },
      },
    },
  });
});

t.test("[mcp.output-schema] the official client accepts every result by the schema that was declared", async (t) => {
  const vault = await makeVault(t);
  const { writePage } = await sdkClient(t, vault.root);
  t.match(await writePage(call("Mage/a.md")), { structuredContent: { ok: true } });
  const refused = [
    call("Mage/a.md"),
    call("../a.md"),
    call("Mage/b.md", { content: 1 }),
    call("Mage/b.md", cite("Arc/source.md", { quote: "i" })),
    call("Mage/b.md", cite("Arc/none.md", { quote: "i" })),
  ];
  for (const args of refused) t.match(await writePage(args), { isError: true, structuredContent: { ok: false } });
});

t.test("[mcp.result-form] a sentence, a line break and the JSON, which is the structured content", async (t) => {
  const vault = await makeVault(t);
  const { writePage } = await sdkClient(t, vault.root);
  for (const isError of [false, true]) {
    const result = await writePage(call("Mage/a.md"));
    t.equal(result.isError, isError);
    t.equal(result.content.length, 1);
    const [block] = result.content as { type: string; text: string }[];
    t.equal(block?.type, "text");
    const [sentence = "", json = "", ...more] = block?.text.split("\n") ?? [];
    t.match(sentence, /\S\.$/);
    t.strictSame(JSON.parse(json), result.structuredContent);
    t.strictSame(more, []);
  }
});

t.test("[mcp.any-order] tools/list before initialize, and initialize twice, are answered", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  t.match((await client.request("tools/list")).result.tools, [{ name: "write_page" }]);
  t.match(await client.writePage(call("Mage/a.md")), { ok: true });
  for (let time = 0; time < 2; time++) {
    t.match((await client.initialize()).result, { serverInfo: { name: "wyrd-scribe" } });
  }
  t.match(await client.request("ping"), { result: {} });
});

t.test("[mcp.no-host-path] neither handshake, nor refusals of any kind, hold the path of the grant", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  await client.initialize();
  await client.request("tools/list");
  const refused = [
    call(`${vault.root}/Mage/a.md`),
    call("Mage/a.md", cite(`${vault.root}/Arc/source.md`, { quote: "a" })),
    call("Mage/a.md", cite("Arc/none.md", { quote: "a" })),
    call("Mage/a.md", cite("Arc", { quote: "a" })),
    call("None/a.md"),
    call("Arc/source.md/a.md"),
    call("../a.md"),
  ];
  for (const args of refused) t.match(await client.writePage(args), { ok: false });
  await client.request("nothing/such");
  client.send("no JSON\n");
  await client.answer(null);
  // The client throws on a line that holds it.
  t.ok(client.messages.length > refused.length);
});

/** Every keyword of a schema and of those in it. Names of properties are no keywords. */
function keywordsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const below = keyword === "properties" ? Object.values(value) : keyword === "items" ? [value] : [];
    return [keyword, ...below.flatMap(keywordsOf)];
  });
}
