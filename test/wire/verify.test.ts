import { execFileSync } from "node:child_process";
import { appendFile, cp, mkdir, readFile, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import t, { type Test } from "tap";
import reportSchema from "../../schemas/verify-report.json" with { type: "json" };
import type { VerifyReport } from "../../src/core/contract.generated.ts";
import { program, rawClient } from "./raw-client.ts";
import { type Ran, run } from "./run.ts";
import { folderPrefix, MiB, makeFolder, makeVault, type Vault } from "./vault.ts";

t.setTimeout(120_000);

const ledger = ".wyrd/lineage.jsonl";
const config = ".wyrd/scribe.json";
const long = `the long passage begins ${"and goes on ".repeat(200)}and ends`;
const sourceOf = `one two three, four five six; ${long}; seven eight nine`;

const verify = (root: string, ...args: string[]): Promise<Ran> => run([...program, "verify", "--grant", root, ...args]);

/**
 * A vault whose pages were written by the real server, numbered from 1: `Mage/N.md` stands in line N and cites two short
 * passages and a long one of `Arc/N.md`.
 */
async function written(t: Test, pages: number): Promise<Damaged> {
  const sources = Array.from({ length: pages }, (_, at) => [`Arc/${at + 1}.md`, sourceOf]);
  const vault = await makeVault(t, Object.fromEntries(sources));
  const vault_id = "7b1d3f0e-8a6c-4e5b-9d2f-1a3c5e7f9b0d";
  await writeFile(vault.path(config), JSON.stringify({ schema: "wyrd.scribe/v1", vault_id, write_frontmatter: true }));
  const client = rawClient(t, vault.root);
  const spans = [{ quote: "two three" }, { quote: "eight" }, { offset: 30, length: long.length }];
  for (let n = 1; n <= pages; n++) {
    const args = { path: `Mage/${n}.md`, content: `# ${n}\n`, derived_from: [{ source: `Arc/${n}.md`, spans }] };
    t.match(await client.writePage(args), { ok: true });
  }
  await client.end();
  return damaged(vault.root);
}
