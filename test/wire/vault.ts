import { lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Test } from "tap";

export interface Vault {
  readonly root: string;
  readonly path: (relative: string) => string;
  readonly ledger: () => Promise<string>;
  /** Records of the ledger, blank lines passed over. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into records
  readonly records: () => Promise<any[]>;
  /** Every file, folder and link with its content, to be compared. */
  readonly snapshot: () => Promise<Record<string, string>>;
}

export const sourceText = "A source with a precise quotation.";

/** A temporary vault with `.wyrd/`, `Mage/` and `Arc/source.md`. Removed when the test ends. */
export async function makeVault(t: Test, files: Record<string, string | Uint8Array> = {}): Promise<Vault> {
  const root = await mkdtemp(join(tmpdir(), "wyrd-vault-"));
  t.teardown(() => rm(root, { recursive: true, force: true }));
  for (const folder of [".wyrd", "Arc", "Mage"]) await mkdir(join(root, folder));
  for (const [name, content] of Object.entries({ "Arc/source.md": sourceText, ...files })) {
    await writeFile(join(root, name), content);
  }
  const path = (relative: string): string => join(root, relative);
  const ledger = (): Promise<string> => readFile(path(".wyrd/lineage.jsonl"), "utf8");
  return {
    root,
    path,
    ledger,
    records: async () =>
      (await ledger())
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    snapshot: () => snapshot(root),
  };
}

async function snapshot(root: string): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  for (const name of (await readdir(root, { recursive: true })).sort()) {
    const stats = await lstat(join(root, name));
    seen[name] = stats.isFile() ? (await readFile(join(root, name))).toString("latin1") : `mode ${stats.mode}`;
  }
  return seen;
}

/** A call that cites the whole of the quotation. */
export function call(path: string, change: object = {}): object {
  return {
    path,
    content: "the answer",
    derived_from: [{ source: "Arc/source.md", spans: [{ quote: "precise quotation" }] }],
    ...change,
  };
}
