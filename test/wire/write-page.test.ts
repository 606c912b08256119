import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import t from "tap";
import { product } from "../../src/core/product.ts";
import { rawClient } from "./raw-client.ts";
import { call, cite, makeVault } from "./vault.ts";

const sha256 = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

t.test("[write.success] [record.form] [config.minted] the first page of a vault, to the byte", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  await client.initialize();
  const result = await client.writePage(call("Mage/answer.md"));
  const { event_id, recorded_at, vault: of } = result.record;
  t.match(event_id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.match(recorded_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const page = "a7c9985d46ca5719357525cc365641e45d6882fb66949d4c08989883f8148c8b";
  const source = "c5765d4a7866c16afddbcede0fe90eeaf3ce0b454e36c43be8b8e871c2a2c6e6";
  const quote = "843368466d7416a7fca22adc81d5cb7745182c3f325f43f39e1a1d41fc6b5f04";
  const record = {
    schema: "wyrd.lineage/v1",
    event: "page_written",
    event_id,
    recorded_at,
    writer: { server: "wyrd-scribe", version: product.version, tool: "write_page" },
    vault: { kind: "uuid", id: of.id },
    page: {
      identity: { kind: "path", vault_id: of.id, path: "Mage/answer.md" },
      content: { algorithm: "sha256", digest: page, bytes: 10 },
    },
    sources: [
      {
        identity: { kind: "path", vault_id: of.id, path: "Arc/source.md" },
        content: { algorithm: "sha256", digest: source, bytes: 34 },
        spans: [
          {
            offset: 16,
            length: 17,
            quote: {
              text: "precise quotation",
              original_utf8_bytes: 17,
              stored_utf8_bytes: 17,
              sha256: quote,
              truncated: false,
            },
          },
        ],
      },
    ],
  };
  t.strictSame(result, {
    ok: true,
    created: { path: "Mage/answer.md", bytes: 10, sha256: page },
    record,
    appended: 962,
    config_created: true,
  });
  t.equal(await vault.ledger(), `${JSON.stringify(record)}\n`);
  t.equal((await stat(vault.path(".wyrd/lineage.jsonl"))).size, 962);
  const config = { schema: "wyrd.scribe/v1", vault_id: of.id, write_frontmatter: false };
  t.equal(await vault.text(".wyrd/scribe.json"), `${JSON.stringify(config, null, 2)}\n`);
  t.equal((await stat(vault.path(".wyrd/scribe.json"))).size, 117);
  t.equal(await vault.text("Mage/answer.md"), "the answer");
  t.strictSame(Object.keys(await vault.snapshot()), [
    ".wyrd",
    ".wyrd/lineage.jsonl",
    ".wyrd/scribe.json",
    "Arc",
    "Arc/source.md",
    "Mage",
    "Mage/answer.md",
  ]);
});

t.test("[record.digests] digests are those of the bytes on disk, whatever the bytes are", async (t) => {
  const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0x00, 0x0d]), Buffer.from("Gänsefüßchen 😀\r\n")]);
  const vault = await makeVault(t, { "Arc/bytes.bin": bytes, "Arc/empty.md": "" });
  const client = rawClient(t, vault.root);
  const content = "\ufeffein Blatt\r\n\u0000😀";
  const { created, record } = await client.writePage(
    call("Mage/./sub/../bytes.MD", { content, ...cite("./Arc//bytes.bin", { quote: "füßchen 😀" }) }),
  );
  t.strictSame(created, { path: "Mage/bytes.MD", bytes: Buffer.byteLength(content), sha256: sha256(content) });
  t.equal(sha256(await readFile(vault.path("Mage/bytes.MD"))), created.sha256);
  t.match(record.sources[0], {
    identity: { path: "Arc/bytes.bin" },
    content: { digest: sha256(bytes), bytes: bytes.length },
    spans: [{ offset: bytes.indexOf("füßchen"), length: 14, quote: { sha256: sha256("füßchen 😀") } }],
  });
  t.match(await client.writePage(call("Mage/none.md", { derived_from: [], content: "" })), {
    created: { bytes: 0, sha256: sha256("") },
    record: { sources: [] },
  });
});

t.test("[record.excerpt] a span is stored up to 1,024 bytes at a character's edge, and hashed whole", async (t) => {
  const long = `${"x".repeat(1022)}€${"y".repeat(3000)}`;
  const vault = await makeVault(t, { "Arc/long.md": `before ${long} after`, "Arc/edge.md": "z".repeat(2000) });
  const client = rawClient(t, vault.root);
  const bytes = Buffer.byteLength(long);
  const { record } = await client.writePage(
    call("Mage/a.md", {
      derived_from: [
        { source: "Arc/long.md", spans: [{ quote: long }, { offset: 7, length: bytes }] },
        {
          source: "Arc/edge.md",
          spans: [
            { offset: 0, length: 1024 },
            { offset: 1, length: 1025 },
          ],
        },
      ],
    }),
  );
  const cut = {
    text: "x".repeat(1022),
    original_utf8_bytes: bytes,
    stored_utf8_bytes: 1022,
    sha256: sha256(long),
    truncated: true,
  };
  t.strictSame(record.sources[0].spans, [
    { offset: 7, length: bytes, quote: cut },
    { offset: 7, length: bytes, quote: cut },
  ]);
  t.match(record.sources[1].spans, [
    { quote: { stored_utf8_bytes: 1024, truncated: false } },
    { quote: { stored_utf8_bytes: 1024, truncated: true, sha256: sha256("z".repeat(1025)) } },
  ]);
});

t.test("[record.order] entries and spans keep their order, and time and ledger run one way", async (t) => {
  const vault = await makeVault(t, { "Arc/b.md": "b1 b2 b3" });
  const client = rawClient(t, vault.root);
  await client.initialize();
  const derived_from = [
    { source: "Arc/b.md", spans: [{ quote: "b3" }, { offset: 0, length: 2 }] },
    { source: "Arc/source.md", spans: [{ quote: "precise" }] },
    { source: "Arc/b.md", spans: [{ quote: "b2" }, { quote: "b3" }] },
  ];
  const pages = 100;
  for (let id = 1; id <= pages; id++) client.postPage(id, call(`Mage/${id}.md`, { derived_from }));
  for (let id = 1; id <= pages; id++) t.match(await client.answer(id), { result: { isError: false } });
  const records = await vault.records();
  t.equal(records.length, pages);
  const seen = records[0]?.sources.map(({ identity, spans }) => [identity.path, ...spans.map(({ offset }) => offset)]);
  t.strictSame(seen, [
    ["Arc/b.md", 6, 0],
    ["Arc/source.md", 16],
    ["Arc/b.md", 3, 6],
  ]);
  const times = records.map(({ recorded_at }) => recorded_at);
  t.strictSame(times, times.toSorted());
});
