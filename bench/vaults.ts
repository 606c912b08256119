import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Test } from "tap";
import { limits } from "../src/core/limits.ts";
import { type RawClient, rawClient } from "../test/wire/raw-client.ts";

export const MiB = 1024 * 1024;
export const GiB = 1024 * MiB;

const words = `the of and to in a is that for it as was with be by on not he his but at are this have from or had an
they which one you were all her she there would their we him been has when who will no more if out so said what up its
about than into them can only other time new some could these two may first then do any like my now over such our man me
even most made after also did many before must through years where much your way well down should because each just those
people how too little state good very make world still see own work long here get both between life being under never day
same another know while last might us great old year off come since against go came right used take three`.split(/\s+/);

/** A line of text such as transcripts have, unlike every other by its number. */
export function line(number: number): string {
  const seed = createHash("sha256").update(String(number)).digest();
  const text = Array.from(
    { length: 12 },
    (_, at) => words[((seed[2 * at] ?? 0) * 256 + (seed[2 * at + 1] ?? 0)) % words.length],
  );
  return `[${String(number).padStart(9, "0")}] speaker ${(seed[30] ?? 0) % 7}: ${text.join(" ")}.\n`;
}

/** Writes lines to a file of at least `bytes`, once. */
export async function textFile(path: string, bytes: number): Promise<string> {
  const there = await stat(path).catch(() => null);
  if (there !== null) return path;
  const out = createWriteStream(path, { highWaterMark: 4 * MiB });
  for (let number = 0, size = 0; size < bytes; ) {
    let block = "";
    for (const end = number + 4096; number < end; number++) block += line(number);
    size += block.length;
    if (!out.write(block)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  return path;
}

/** Sixty bytes that stand once in a text file, in the line of this number. */
export function quote(number: number): string {
  return line(number).slice(0, 60);
}

/** Waits until files just written count as settled, so that one reading of them is enough. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, limits.settleMs + 500));
}

/** A folder with `.wyrd/`, `Arc/` and `Mage/`, removed when the process ends. */
export async function newVault(): Promise<string> {
  const root = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), "wyrd-bench-"));
  for (const folder of [".wyrd", "Arc", "Mage"]) await mkdir(join(root, folder));
  vaults.push(root);
  return root;
}

const vaults: string[] = [];

export async function removeVaults(): Promise<void> {
  for (const root of vaults) await rm(root, { recursive: true, force: true });
}

const running: (() => unknown)[] = [];

/** Starts a server and waits until it has answered `initialize`. */
export async function started(program: readonly string[] | undefined, args: readonly string[]): Promise<RawClient> {
  const teardown = (stop: () => unknown): void => void running.push(stop);
  const client = rawClient({ teardown } as unknown as Test, "", {
    args,
    ...(program === undefined ? {} : { program }),
  });
  await client.initialize();
  return client;
}

export function scribe(root: string): Promise<RawClient> {
  return started(undefined, ["--grant", root]);
}

export const filesystemServer = [
  process.execPath,
  join(import.meta.dirname, "../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js"),
];

/** Writes a page and throws when it is refused. */
export async function write(client: RawClient, args: object): Promise<void> {
  const result = await client.writePage(args);
  if (!result.ok) throw new Error(result.detail);
}

const run = promisify(execFile);

export async function opensslDigest(path: string): Promise<void> {
  await run("openssl", ["dgst", "-sha256", path]);
}
