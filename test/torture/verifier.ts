import { program } from "../wire/raw-client.ts";
import { run } from "../wire/run.ts";
import { ledgerPath, read } from "./checker/files.ts";
import { readLedger } from "./checker/ledger.ts";
import type { Evidence } from "./evidence.ts";

interface Report {
  readonly findings: readonly { readonly kind: string; readonly what: string; readonly path: string | null }[];
  readonly checked: { readonly records: number } | null;
  readonly error: { readonly code: string } | null;
}

/** What a kill may leave, and the checker knows the reasons of: pieces of lines, and whole pages without a record. */
const pieces = ["ledger torn_tail", "ledger not_json", "ledger not_utf8"];
const excused = [...pieces, "frontmatter no_record"];
const outdated = ["source changed", "source missing", "span moved", "span ambiguous", "span gone", "span unknown"];

/** What the second checker, `wyrd-scribe verify`, finds in a vault that the first would have to find too. */
export async function verifyVault(evidence: Evidence): Promise<string[]> {
  const [node = "", ...cli] = program;
  const { code, stdout } = await run([node, ...cli, "verify", "--grant", evidence.root, "--json"]);
  if (code === 2) return [`verify could not run: ${stdout}`];
  const { findings, checked } = JSON.parse(stdout) as Report;
  const ledger = readLedger(read(evidence, ledgerPath) ?? Buffer.alloc(0));
  const named = findings.map(({ kind, what, path }) => ({ what: `${kind} ${what}`, path }));
  const expected = evidence.sourcesChange ? [...excused, ...outdated] : excused;
  const torn = named.filter(({ what }) => pieces.includes(what)).length;
  return [
    ...named.filter(({ what }) => !expected.includes(what)).map(({ what, path }) => `verify finds ${what} at ${path}`),
    ...(checked?.records === ledger.records.length ? [] : [`verify sees ${checked?.records} records`]),
    ...(torn === ledger.torn.length ? [] : [`verify sees ${torn} torn lines, not ${ledger.torn.length}`]),
  ];
}
