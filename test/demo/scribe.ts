import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { LineageRecord } from "../../src/core/contract.generated.ts";

const executable = fileURLToPath(new URL("../../src/main/scribe/cli.js", import.meta.url));

/** From Abraham Lincoln's address at Gettysburg, 1863, and the introduction of Charles Darwin's Origin of Species, 1859. */
const sources = {
  "Arc/gettysburg.md":
    "Four score and seven years ago our fathers brought forth on this continent, a new nation, conceived in Liberty, " +
    "and dedicated to the proposition that all men are created equal.\n\nNow we are engaged in a great civil war, " +
    "testing whether that nation, or any nation so conceived and so dedicated, can long endure.\n",
  "Arc/origin.md":
    "When on board H.M.S. 'Beagle,' as naturalist, I was much struck with certain facts in the distribution of the " +
    "inhabitants of South America, and in the geological relations of the present to the past inhabitants of that " +
    "continent. These facts seemed to me to throw some light on the origin of species—that mystery of mysteries, as " +
    "it has been called by one of our greatest philosophers.\n",
};

const mystery = "that mystery of mysteries";

const vault = await mkdtemp(join(tmpdir(), "wyrd-demo-"));
for (const folder of [".wyrd", "Arc", "Notes"]) await mkdir(join(vault, folder));
for (const [path, text] of Object.entries(sources)) await writeFile(join(vault, path), text);

const client = new Client({ name: "demo", version: "1" });
await client.connect(new StdioClientTransport({ command: process.execPath, args: [executable, "--grant", vault] }));

title("An agent cites a speech by quote and by byte range");
await write({
  path: "Notes/gettysburg.md",
  content: "# Gettysburg\n\nLincoln counts the nation's age from 1776: eighty-seven years.\n",
  derived_from: [
    { source: "Arc/gettysburg.md", spans: [{ quote: "Four score and seven years ago" }, { offset: 78, length: 32 }] },
  ],
});

title("The person turns frontmatter on; the next page carries its lineage with it");
const config = join(vault, ".wyrd/scribe.json");
await writeFile(config, (await readFile(config, "utf8")).replace("false", "true"));
await write({
  path: "Notes/beagle.md",
  content: "---\ntags: [darwin]\n---\n# Beagle\n\nThe voyage gave Darwin the question, not the answer.\n",
  derived_from: [
    {
      source: "Arc/origin.md",
      spans: [
        { offset: byteOffset("Arc/origin.md", mystery), length: Buffer.byteLength(mystery), quote: mystery },
        { quote: "much struck with certain facts" },
      ],
    },
  ],
});

title("A quote that is not in the source is refused, and nothing is written");
await write({
  path: "Notes/wrong.md",
  content: "Lincoln began with ninety years.\n",
  derived_from: [{ source: "Arc/gettysburg.md", spans: [{ quote: "Four score and ten years ago" }] }],
});

await client.close();
print(`\nThe vault is kept in ${vault}`);
print("Look at .wyrd/lineage.jsonl there: one line a page.");

async function write(args: { path: string; content: string; derived_from: object[] }): Promise<void> {
  print(`write_page ${JSON.stringify(args.derived_from)}\n`);
  const { content, structuredContent } = await client.callTool({ name: "write_page", arguments: args });
  const [sentence] = (content as { text: string }[])[0]?.text.split("\n") ?? [];
  print(`  ${sentence}\n`);
  const { ok, record } = structuredContent as { ok: boolean; record?: LineageRecord };
  if (ok && record) await prove(record);
}

/** Shows the page and its line in the ledger and, for each part of the record, the bytes that it speaks of. */
async function prove(record: LineageRecord): Promise<void> {
  const page = await readFile(join(vault, record.page.identity.path));
  print(`${indent(page.toString().trimEnd(), "  │ ")}\n`);
  const ledger = (await readFile(join(vault, ".wyrd/lineage.jsonl"), "utf8")).trimEnd().split("\n");
  print(`  Line ${ledger.length} of the ledger:\n`);
  print(`${indent((ledger.at(-1) ?? "").replace(/.{100}/g, "$&\n"), "    ")}\n`);
  print("  What it proves:\n");
  agree("the page is this text, to the byte", record.page.content.digest, page);
  for (const source of record.sources) {
    const bytes = await readFile(join(vault, source.identity.path));
    agree(`${source.identity.path} was this version of the file`, source.content.digest, bytes);
    for (const { offset, length, quote } of source.spans) {
      const span = bytes.subarray(offset, offset + length);
      agree(`its bytes ${offset} to ${offset + length} are ${JSON.stringify(quote.text)}`, quote.sha256, span);
    }
  }
}

/** Compares a digest of the record with the bytes on disk. */
function agree(claim: string, digest: string, bytes: Uint8Array): void {
  const found = createHash("sha256").update(bytes).digest("hex");
  print(`    ${found === digest ? "✓" : "✗"} ${digest.slice(0, 12)}…  ${claim}`);
}

function byteOffset(source: keyof typeof sources, text: string): number {
  return Buffer.from(sources[source]).indexOf(text);
}

function title(text: string): void {
  print(`\n── ${text}\n`);
}

function indent(text: string, by: string): string {
  return text.replace(/^/gm, by);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
