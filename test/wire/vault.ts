import { lstat, mkdir, mkdtemp, open, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Test } from "tap";
import type { LineageRecord } from "../../src/core/contract.generated.ts";

export const MiB = 1024 * 1024;
export const GiB = 1024 * MiB;

/** Stands in the host path of every vault, and in nothing that a test sends. */
export const folderPrefix = "wyrd-vault-";

export interface Vault {
  readonly root: string;
  /** The host path of something in the vault. */
  readonly path: (relative: string) => string;
  /** A file's text, or null where there is none. */
  readonly text: (relative: string) => Promise<string | null>;
  /** The whole ledger, "" where there is none. */
  readonly ledger: () => Promise<string>;
  /** Records of the ledger, blank lines passed over. */
  readonly records: () => Promise<LineageRecord[]>;
  /** Everything in the vault, to be compared: bytes of small files, size and time of large ones. */
  readonly snapshot: () => Promise<Record<string, string>>;
}

export const sourceText = "A source with a precise quotation.";

/** A temporary vault with `.wyrd/`, `Mage/` and `Arc/source.md`. Removed when the test ends. */
export async function makeVault(t: Test, files: Record<string, string | Uint8Array> = {}): Promise<Vault> {
  const root = await makeFolder(t);
  const path = (relative: string): string => join(root, relative);
  for (const folder of [".wyrd", "Mage"]) await mkdir(path(folder));
  for (const [name, content] of Object.entries({ "Arc/source.md": sourceText, ...files })) {
    await mkdir(dirname(path(name)), { recursive: true });
    await writeFile(path(name), content);
  }
  const text = async (relative: string): Promise<string | null> => readFile(path(relative), "utf8").catch(() => null);
  const ledger = async (): Promise<string> => (await text(".wyrd/lineage.jsonl")) ?? "";
  return {
    root,
    path,
    text,
    ledger,
    records: async () =>
      (await ledger())
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    snapshot: () => snapshot(root),
  };
}

/** A temporary folder, removed when the test ends. */
export async function makeFolder(t: Test): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), folderPrefix)));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A file of zeros that takes no room on disk, with a text at a byte offset. */
export async function makeSparse(path: string, bytes: number, offset: number, text: string): Promise<void> {
  const file = await open(path, "w");
  await file.truncate(bytes);
  await file.write(text, offset);
  await file.close();
}

async function snapshot(root: string): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  for (const name of (await readdir(root, { recursive: true })).sort()) {
    const { mode, size, mtimeMs } = await lstat(join(root, name));
    const isSmallFile = (mode & 0o170000) === 0o100000 && size < 64 * MiB;
    seen[name] = isSmallFile ? await readFile(join(root, name), "latin1") : `mode ${mode}, ${size} bytes of ${mtimeMs}`;
  }
  return seen;
}

/** Arguments that cite the whole of the quotation. */
export function call(path: string, change: object = {}): object {
  return { path, content: "the answer", ...cite("Arc/source.md", { quote: "precise quotation" }), ...change };
}

/** The `derived_from` of one source. */
export function cite(source: string, ...spans: object[]): object {
  return { derived_from: [{ source, spans }] };
}
