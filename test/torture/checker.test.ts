import { appendFileSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t, { type Test } from "tap";
import { sha256 } from "./checker/files.ts";
import { checkVault } from "./checker.ts";
import type { Call, Evidence } from "./evidence.ts";

const vaultId = "7b1d3f0e-8a6c-4e5b-9d2f-1a3c5e7f9b0d";
const source = Buffer.from("A source with a precise quotation.");
const quote = "precise quotation";

interface Vault {
  readonly evidence: Evidence;
  readonly calls: Call[];
  at(path: string): string;
  /** Changes a file's text. */
  edit(path: string, change: (text: string) => string): void;
}

/** A vault with two pages, made by hand: of the first the client has the answer, of the second it has not. */
function vaultOf(t: Test): Vault {
  const root = t.testdir({ ".wyrd": {}, Mage: {}, "source.md": source.toString() });
  const at = (path: string): string => join(root, path);
  const calls = ["a", "b"].map((name) => written(at, name));
  writeFileSync(
    at(".wyrd/scribe.json"),
    JSON.stringify({ schema: "wyrd.scribe/v1", vault_id: vaultId, write_frontmatter: false }),
  );
  if (calls[1]) calls[1].answer = null;
  const evidence: Evidence = {
    root,
    calls,
    sources: new Map([[sha256(source), source]]),
    sourcesChange: false,
    planted: ["source.md"],
    ledgerBefore: readFileSync(at(".wyrd/lineage.jsonl")),
    killed: 0,
    atRest: true,
  };
  const edit: Vault["edit"] = (path, change) => writeFileSync(at(path), change(readFileSync(at(path), "utf8")));
  return { evidence, calls, at, edit };
}

/** Writes a page and its record, as a server should have. */
function written(at: Vault["at"], name: string): Call {
  const path = `Mage/${name}.md`;
  const content = `page ${name}`;
  const file = (path: string, bytes: Uint8Array) => ({
    identity: { kind: "path", vault_id: vaultId, path },
    content: { algorithm: "sha256", digest: sha256(bytes), bytes: bytes.length },
  });
  const cited = {
    text: quote,
    original_utf8_bytes: 17,
    stored_utf8_bytes: 17,
    sha256: sha256(Buffer.from(quote)),
    truncated: false,
  };
  const record = {
    schema: "wyrd.lineage/v1",
    event: "page_written",
    event_id: `00000000-0000-4000-8000-00000000000${name}`,
    recorded_at: "2026-01-01T00:00:00.000Z",
    writer: { server: "wyrd-scribe", version: "0.1.0", tool: "write_page" },
    vault: { kind: "uuid", id: vaultId },
    page: file(path, Buffer.from(content)),
    sources: [{ ...file("source.md", source), spans: [{ offset: 16, length: 17, quote: cited }] }],
  };
  const line = `${JSON.stringify(record)}\n`;
  writeFileSync(at(path), content);
  appendFileSync(at(".wyrd/lineage.jsonl"), line);
  const created = { path, bytes: content.length, sha256: sha256(Buffer.from(content)) };
  const answer = { ok: true, created, record, appended: line.length };
  return { server: 0, path, content, derived_from: [{ source: "source.md", spans: [{ quote }] }], answer };
}

t.test("[torture.checker] a vault that is as it should be is passed", async (t) => {
  t.strictSame(checkVault(vaultOf(t).evidence), []);
});

const ledger = ".wyrd/lineage.jsonl";

const damages: Readonly<Record<string, (vault: Vault) => void>> = {
  "Mage/a.md was acknowledged and is not there": ({ at }) => unlinkSync(at("Mage/a.md")),
  "Mage/a.md is not the page": ({ edit }) => edit("Mage/a.md", (text) => `${text}!`),
  "Mage/a.md is not what was sent": ({ edit }) => edit("Mage/a.md", (text) => text.toUpperCase()),
  "Mage/b.md is not whole": ({ edit }) => edit("Mage/b.md", (text) => text.slice(0, 3)),
  "in the ledger 0 times": ({ edit }) => edit(ledger, (text) => text.slice(text.indexOf("\n") + 1)),
  "in the ledger 2 times": ({ edit }) => edit(ledger, (text) => `${text}${text.split("\n")[0]}\n`),
  "is there twice": ({ edit }) => edit(ledger, (text) => `${text}${text}`),
  "has the members": ({ edit }) => edit(ledger, (text) => text.replace('"event":"page_written",', "")),
  "is not single-line JSON": ({ edit }) => edit(ledger, (text) => text.replace('"bytes":6', '"bytes": 6')),
  "is no record": ({ edit }) => edit(ledger, (text) => `${text}splice\n`),
  "1 torn lines by 0 killed servers": ({ edit }) => edit(ledger, (text) => `${text}{"schema":"wyrd.lin`),
  "bytes that the ledger had before": ({ edit }) =>
    edit(ledger, (text) => text.replace("-00000000000b", "-00000000000c")),
  "a record is of the vault": ({ edit }) => edit(".wyrd/scribe.json", (text) => text.replace("7b1d", "8b1d")),
  "there are records, but no config": ({ at }) => unlinkSync(at(".wyrd/scribe.json")),
  "scribe.json is not JSON": ({ edit }) => edit(".wyrd/scribe.json", (text) => text.slice(0, 20)),
  "of an earlier time": ({ edit }) => edit(ledger, (text) => text.replace("2026-01-01", "2026-01-02")),
  ".wyrd/page-1-00.tmp was left behind": ({ at }) => writeFileSync(at(".wyrd/page-1-00.tmp"), ""),
  "Mage/c.md was left behind": ({ at }) => writeFileSync(at("Mage/c.md"), ""),
  "in a version that never was": ({ edit }) => edit(ledger, (text) => text.replace(sha256(source), "0".repeat(64))),
  "not what stands there": ({ edit }) => edit(ledger, (text) => text.replace('"offset":16', '"offset":15')),
  "was asked for by nobody": ({ calls }) => void calls.pop(),
  "stands, but every call for it was refused": ({ calls }) => {
    if (calls[1]) calls[1].answer = { ok: false, reason: "MISSING" };
  },
  "is in the ledger against the answer": ({ calls }) => {
    const answer = calls[0]?.answer;
    if (answer) calls[0] = { ...(calls[0] as Call), answer: { ...answer, ok: false, cause: { retained: null } } };
  },
};

t.test("[torture.checker] every kind of loss is seen", async (t) => {
  for (const [problem, damage] of Object.entries(damages)) {
    const vault = vaultOf(t);
    damage(vault);
    const found = checkVault(vault.evidence);
    t.ok(
      found.some((text) => text.includes(problem)),
      `${problem}, among ${JSON.stringify(found)}`,
    );
  }
});

t.test("[torture.checker] what a kill may leave is passed", async (t) => {
  const torn = vaultOf(t);
  torn.edit(ledger, (text) => `${text}{"schema":"wyrd.lineage/v1","event":"page_wri\n\n`);
  writeFileSync(torn.at(".wyrd/page-1-00.tmp"), "half of a pa");
  t.strictSame(checkVault({ ...torn.evidence, killed: 1, atRest: false }), []);

  const unrecorded = vaultOf(t);
  unrecorded.edit(ledger, (text) => text.slice(0, text.indexOf("\n") + 1));
  t.strictSame(checkVault({ ...unrecorded.evidence, ledgerBefore: Buffer.alloc(0) }), [], "a page without an answer");

  const absent = vaultOf(t);
  absent.edit(ledger, (text) => text.slice(0, text.indexOf("\n") + 1));
  unlinkSync(absent.at("Mage/b.md"));
  t.strictSame(checkVault({ ...absent.evidence, ledgerBefore: Buffer.alloc(0) }), [], "nothing of it");
});
