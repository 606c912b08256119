import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import t from "tap";
import { parseDocument } from "yaml";
import { rawClient } from "./raw-client.ts";
import { call, makeVault } from "./vault.ts";

const opted = `{"schema":"wyrd.scribe/v1","vault_id":"823388de-84c3-4757-9f5a-e54de10b256d","write_frontmatter":true}`;
const source = `A source with "quotes", a \u20ac, an \u00e9, a \u2028 and an emoji \u{1f600}: # --- end.`;

/** A content and the page that it makes, where `<key>` stands for the line of the lineage without its ending. */
const pages: Record<string, [content: string, page: string]> = {
  "no frontmatter": ["# Title\n\ntext\n", "---\n<key>\n---\n# Title\n\ntext\n"],
  "no text": ["", "---\n<key>\n---\n"],
  "a byte order mark and CRLF": ["\ufeff# Title\r\ntext\r\n", "\ufeff---\r\n<key>\r\n---\r\n# Title\r\ntext\r\n"],
  "a mapping": ["---\na: 1\nb:\n- c\n# d\n---\n\n# Title", "---\na: 1\nb:\n- c\n# d\n<key>\n---\n\n# Title"],
  "three dots": ["---\r\na: 1\r\n...\r\ntext\r\n", "---\r\na: 1\r\n<key>\r\n...\r\ntext\r\n"],
  "blanks after a fence": ["\ufeff--- \t\na: 'b: c'\n--- \n", "\ufeff--- \t\na: 'b: c'\n<key>\n--- \n"],
  "prose between rules": ["---\nOnce.\n\n---\nMore.\n", "---\n<key>\n---\n---\nOnce.\n\n---\nMore.\n"],
  "a rule": ["---\n\ntext\n", "---\n<key>\n---\n---\n\ntext\n"],
};

t.test("[frontmatter.projection] [frontmatter.untouched] one key more, equal to the ledger's record", async (t) => {
  const vault = await makeVault(t, { ".wyrd/scribe.json": opted, "Arc/source.md": source });
  const client = rawClient(t, vault.root);
  const derived_from = [{ source: "Arc/source.md", spans: [{ offset: 0, length: Buffer.byteLength(source) }] }];
  for (const [index, [what, [content, page]]] of Object.entries(pages).entries()) {
    const path = `Mage/${index}.md`;
    const { created, record } = await client.writePage(call(path, { content, derived_from }));
    const bytes = await readFile(vault.path(path));
    t.equal(bytes.toString().replace(/^wyrd_lineage: .*[^\r\n]/m, "<key>"), page, what);
    t.equal(created.bytes, bytes.length);
    t.equal(created.sha256, createHash("sha256").update(bytes).digest("hex"), "the digest is of the stamped text");
    t.strictSame((await vault.records()).at(-1), record);
    const { page: _, ...projected } = record;
    t.strictSame(lineageIn(bytes.toString()), projected, what);
  }
});

t.test("[frontmatter.refused] content that cannot take the key is refused, and nothing is written", async (t) => {
  const vault = await makeVault(t, { ".wyrd/scribe.json": opted });
  const before = await vault.snapshot();
  const client = rawClient(t, vault.root);
  const refused: [content: string, reason: string][] = [
    ["---\nwyrd_lineage: {}\n---\n", "FRONTMATTER_CONFLICT"],
    ['---\n"wyrd_lineage" : {}\n---\n', "FRONTMATTER_CONFLICT"],
    ["---\n? wyrd_lineage\n: {}\n---\n", "FRONTMATTER_CONFLICT"],
    ["---\n{a: 1}\n---\n", "FRONTMATTER_CONFLICT"],
    ["---\na: 1\n", "FRONTMATTER_INVALID"],
    [`---\n${"# a\n".repeat(198)}a: 1\n---\n`, "FRONTMATTER_INVALID"],
  ];
  for (const [content, reason] of refused) {
    const refusal = await client.writePage(call("Mage/a.md", { content }));
    t.match(refusal, { ok: false, reason, at: "/content" }, JSON.stringify(content).slice(0, 40));
  }
  t.strictSame(await vault.snapshot(), before);
  const nested = "---\na:\n  wyrd_lineage: {}\n---\n";
  t.match(await client.writePage(call("Mage/a.md", { content: nested })), { ok: true });
});

/** The value of the key, by a strict YAML parser that refuses a key given twice. */
function lineageIn(page: string): unknown {
  const [, block = ""] = page.split(/^\ufeff?---[ \t]*\r?\n|^(?:---|\.\.\.)[ \t]*\r?$/m);
  const document = parseDocument(block, { strict: true, uniqueKeys: true });
  if (document.errors.length > 0) throw document.errors[0];
  return document.toJS().wyrd_lineage;
}
