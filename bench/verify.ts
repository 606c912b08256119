import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { lineageRecord, recordLine } from "../src/core/lineage/record.ts";
import type { FoundSpan, SourceFinding } from "../src/core/messages/reader.ts";
import { product } from "../src/core/product.ts";
import { program } from "../test/wire/raw-client.ts";
import type { Case } from "./case.ts";
import { pairs, type Ratio, timed } from "./pairs.ts";
import { GiB, line, MiB, newVault, opensslDigest, textFile } from "./vaults.ts";

/** Makes the sources of a vault, and gives what a reader would have found in them. */
type Sources = (root: string) => Promise<readonly SourceFinding[]>;

const page = line(1).repeat(32).slice(0, 2048);
const pagesInFolder = 1000;

/** A vault as a server would have left it: so many pages of 2 KiB, each citing the next of the findings. */
async function newLedger(records: number, sources: Sources): Promise<string> {
  const root = await newVault();
  const vaultId = randomUUID();
  const config = { schema: "wyrd.scribe/v1", vault_id: vaultId, write_frontmatter: false };
  await writeFile(join(root, ".wyrd/scribe.json"), JSON.stringify(config));
  const findings = await sources(root);
  const ledger = createWriteStream(join(root, ".wyrd/lineage.jsonl"));
  for (let n = 0; n < records; n++) {
    const folder = `Mage/${Math.floor(n / pagesInFolder)}`;
    if (n % pagesInFolder === 0) await mkdir(join(root, folder));
    const text = `${n}\n${page}`;
    await writeFile(join(root, folder, `${n}.md`), text);
    const head = { eventId: randomUUID(), recordedAt: new Date().toISOString(), version: product.version, vaultId };
    const created = { path: `${folder}/${n}.md`, bytes: Buffer.byteLength(text), sha256: sha256(text) };
    const record = lineageRecord(head, created, [findings[n % findings.length] as SourceFinding]);
    if (!ledger.write(recordLine(record))) await once(ledger, "drain");
  }
  ledger.end();
  await once(ledger, "finish");
  return root;
}

/** So many sources of 4 KiB, each with two spans. */
const small =
  (count: number): Sources =>
  async (root) => {
    const findings: SourceFinding[] = [];
    for (let n = 0; n < count; n++) {
      const lines = Array.from({ length: 40 }, (_, at) => line(40 * n + at));
      const text = lines.join("").slice(0, 4096);
      await writeFile(join(root, `Arc/${n}.txt`), text);
      const spans = [100, 2000].map((offset) => spanAt(offset, text.slice(offset, offset + 60)));
      findings.push(sourceOf(`Arc/${n}.txt`, text.length, sha256(text), spans));
    }
    return findings;
  };

/** One source of at least so many bytes, with a thousand findings of a line each. */
const large =
  (bytes: number): Sources =>
  async (root) => {
    const path = await textFile(join(root, "Arc/large.txt"), bytes);
    const { size } = await stat(path);
    const digest = createHash("sha256");
    for await (const chunk of createReadStream(path)) digest.update(chunk);
    const hex = digest.digest("hex");
    let offset = 0;
    return Array.from({ length: 1000 }, (_, n) => {
      const text = line(n);
      const span = spanAt(offset, text);
      offset += text.length;
      return sourceOf("Arc/large.txt", size, hex, [span]);
    });
  };

function sourceOf(path: string, bytes: number, digest: string, spans: readonly FoundSpan[]): SourceFinding {
  const stamp = { device: "", inode: "", size: bytes, mtime_ns: "", ctime_ns: "" };
  return { path, sha256: digest, bytes, stamp, settled: true, spans };
}

function spanAt(offset: number, excerpt: string): FoundSpan {
  const length = excerpt.length;
  return { entry: 0, span: 0, offset, length, sha256: sha256(excerpt), excerpt, excerpt_bytes: length };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function launch(command: string, args: readonly string[]): ChildProcess {
  return spawn(command, args, { stdio: ["ignore", "ignore", "inherit"] });
}

function verifier(root: string): ChildProcess {
  const [node = "", cli = ""] = program;
  return launch(node, [cli, "verify", "--grant", root]);
}

/** Fails unless all was well. */
async function finished(child: ChildProcess): Promise<void> {
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`exit code ${code}`);
}

const verify = (root: string): Promise<number> => timed(() => finished(verifier(root)));

/** Reads and hashes every file of a vault once, with one process of the system's own tool for many files. */
const hashAll = (root: string): Promise<number> =>
  timed(() => finished(launch("sh", ["-c", 'find "$0" -type f -print0 | xargs -0 sha256sum', root])));

/** Peak memory of verifying a vault, in KiB. Linux only. */
async function peak(root: string): Promise<number> {
  const child = verifier(root);
  const over = finished(child).then(() => true);
  let most = 0;
  while (!(await Promise.race([over, setTimeout(20, false)]))) {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    most = Math.max(most, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0));
  }
  return most;
}

/** A long ledger: against hashing the same bytes, and against a ledger of a part of its length. */
export function verifyRecords(quick: boolean): Case[] {
  const records = quick ? 20_000 : 100_000;
  const count = quick ? 3 : 5;
  const made = new Map<number, Promise<string>>();
  const vault = (size: number): Promise<string> => {
    const root = made.get(size) ?? newLedger(size, small(size / 10));
    made.set(size, root);
    return root;
  };
  const againstPart = (part: number, measure: (root: string) => Promise<number>) => async (): Promise<Ratio> => {
    const [whole, less] = [await vault(records), await vault(records / part)];
    return pairs(
      count,
      () => measure(whole),
      () => measure(less),
    );
  };
  const againstHash = async (): Promise<Ratio> => {
    const root = await vault(records);
    return pairs(
      count,
      () => verify(root),
      () => hashAll(root),
    );
  };
  const name = `verify ${records} records with sources of 4 KiB`;
  return [
    { name, peer: "read and hash the same bytes", bar: "≤ 6", ratio: againstHash },
    { name, peer: `${records / 2} records`, bar: "≤ 2.2", ratio: againstPart(2, verify) },
    { name: `peak memory, ${name}`, peer: `${records / 2} records`, bar: "≤ 1.2", ratio: againstPart(2, peak) },
  ];
}

/** A large source that every record of many slices cites. */
export function verifyLargeSource(quick: boolean): Case[] {
  const bytes = quick ? GiB / 4 : GiB;
  const records = quick ? 2000 : 5000;
  const ratio = async (): Promise<Ratio> => {
    const root = await newLedger(records, large(bytes));
    return pairs(
      quick ? 3 : 5,
      () => verify(root),
      () => timed(() => opensslDigest(join(root, "Arc/large.txt"))),
    );
  };
  const name = `verify ${records} records that cite one source of ${bytes / MiB} MiB`;
  return [{ name, peer: "openssl", bar: "≤ 3", ratio }];
}
