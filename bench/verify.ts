import { spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lineageRecord, recordLine } from "../src/core/lineage/record.ts";
import type { FoundSpan, SourceFinding } from "../src/core/messages/reader.ts";
import { product } from "../src/core/product.ts";
import { program } from "../test/wire/raw-client.ts";
import type { Case } from "./case.ts";
import { pairs, type Ratio, timed } from "./pairs.ts";
import { GiB, line, newVault, textFile } from "./vaults.ts";

interface Scale {
  readonly records: number;
  /** Files of 4 KiB that the records cite in turn. */
  readonly sources: number;
}

const page = line(1).repeat(32).slice(0, 2048);
const perFolder = 1000;

/** A vault as a server would have left it, with a page, a source and two spans a record. */
async function newLedger({ records, sources }: Scale): Promise<string> {
  const root = await newVault();
  const vaultId = randomUUID();
  const config = { schema: "wyrd.scribe/v1", vault_id: vaultId, write_frontmatter: false };
  await writeFile(join(root, ".wyrd/scribe.json"), JSON.stringify(config));
  const findings: SourceFinding[] = [];
  for (let n = 0; n < sources; n++) findings.push(await newSource(root, n));
  const ledger = createWriteStream(join(root, ".wyrd/lineage.jsonl"));
  for (let n = 0; n < records; n++) {
    const path = `Mage/${Math.floor(n / perFolder)}/${n}.md`;
    if (n % perFolder === 0) await mkdir(join(root, path, ".."));
    const text = `${n}\n${page}`;
    await writeFile(join(root, path), text);
    const head = { eventId: randomUUID(), recordedAt: new Date().toISOString(), version: product.version, vaultId };
    const created = { path, bytes: Buffer.byteLength(text), sha256: sha256(text) };
    const record = lineageRecord(head, created, [findings[n % sources] as SourceFinding]);
    if (!ledger.write(recordLine(record))) await once(ledger, "drain");
  }
  ledger.end();
  await once(ledger, "finish");
  return root;
}

async function newSource(root: string, number: number): Promise<SourceFinding> {
  const path = `Arc/${number}.txt`;
  const text = Array.from({ length: 40 }, (_, at) => line(40 * number + at))
    .join("")
    .slice(0, 4096);
  await writeFile(join(root, path), text);
  return citing(path, text, [100, 2000]);
}

/** What a reader would have found: sixty bytes at each offset. */
function citing(path: string, text: string, offsets: readonly number[]): SourceFinding {
  const spans = offsets.map((offset): FoundSpan => {
    const excerpt = text.slice(offset, offset + 60);
    return { entry: 0, span: 0, offset, length: 60, sha256: sha256(excerpt), excerpt, excerpt_bytes: 60 };
  });
  const stamp = { device: "", inode: "", size: text.length, mtime_ns: "", ctime_ns: "" };
  return { path, sha256: sha256(text), bytes: text.length, stamp, settled: true, spans };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
