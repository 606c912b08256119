import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import t from "tap";
import { rawClient } from "./raw-client.ts";
import { call, cite, MiB, makeVault, sourceText } from "./vault.ts";

const sha256 = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

t.test("[write.limits] 11 and 15 MiB of content are written, 17 MiB are refused by name", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  for (const size of [11, 15]) {
    const content = "é".repeat((size * MiB) / 2);
    const { created } = await client.writePage(call(`Mage/${size}.md`, { content }));
    t.strictSame(created, { path: `Mage/${size}.md`, bytes: size * MiB, sha256: sha256(content) });
    t.equal(sha256(await readFile(vault.path(created.path))), created.sha256);
  }
  const refusal = await client.writePage(call("Mage/17.md", { content: "x".repeat(17 * MiB) }));
  t.match(refusal, { ok: false, reason: "PAGE_TOO_LARGE", at: "/content", detail: /16777216/ });
  t.equal(await vault.text("Mage/17.md"), null);
});

t.test("[write.limits] 64 entries and 256 spans are recorded, more are refused", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  const entry = (spans: number) => ({ source: "Arc/source.md", spans: Array(spans).fill({ offset: 0, length: 1 }) });
  const write = (path: string, derived_from: object[]) => client.writePage(call(path, { derived_from }));
  t.match(await write("Mage/a.md", Array(64).fill(entry(1))), { ok: true });
  t.match(await write("Mage/b.md", [entry(256)]), { ok: true });
  const refusal = { reason: "LINEAGE_LINE_TOO_LARGE", at: "/derived_from" };
  t.match(await write("Mage/c.md", Array(65).fill(entry(1))), refusal);
  t.match(await write("Mage/c.md", [entry(256), entry(1)]), refusal);
});

t.test("[write.line-limit] a record over 65,536 bytes is refused before anything is written", async (t) => {
  const vault = await makeVault(t, { "Arc/long.md": "x".repeat(2000) });
  const client = rawClient(t, vault.root);
  const before = await vault.snapshot();
  const spans = Array(64).fill({ offset: 0, length: 1024 });
  const refusal = await client.writePage(call("Mage/a.md", cite("Arc/long.md", ...spans)));
  t.match(refusal, { reason: "LINEAGE_LINE_TOO_LARGE", detail: /65536/ });
  t.strictSame(await vault.snapshot(), before, "not even the config is minted");
});

t.test("[mcp.numbers] 16.0 is 16, -0 is 0, and an unsafe integer is refused with the bound", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  const cited = async (path: string, span: string) => {
    const args = `{"path":"${path}","content":"","derived_from":[{"source":"Arc/source.md","spans":[${span}]}]}`;
    client.send(
      `{"jsonrpc":"2.0","id":"${path}","method":"tools/call","params":{"name":"write_page","arguments":${args}}}\n`,
    );
    const { structuredContent } = (await client.answer(path)).result;
    return structuredContent.ok ? structuredContent.record.sources[0].spans[0] : structuredContent;
  };
  t.match(await cited("Mage/a.md", '{"offset":16.0,"length":1.7e1}'), {
    offset: 16,
    quote: { text: "precise quotation" },
  });
  t.match(await cited("Mage/b.md", '{"offset":-0,"length":1}'), { offset: 0, quote: { text: sourceText[0] } });
  for (const offset of ["9007199254740993", "1e400"]) {
    t.match(await cited("Mage/c.md", `{"offset":${offset},"length":1}`), {
      reason: "BAD_INPUT",
      at: "/derived_from/0/spans/0/offset",
      detail: /9007199254740991/,
    });
  }
});
