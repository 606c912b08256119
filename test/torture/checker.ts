import { readdirSync } from "node:fs";
import { join } from "node:path";
import { configPath, ledgerPath, read } from "./checker/files.ts";
import { checkLedger, type Ledger, readLedger } from "./checker/ledger.ts";
import { checkPages, checkRecords } from "./checker/pages.ts";
import { configShape } from "./checker/record.ts";
import type { Evidence } from "./evidence.ts";

/**
 * What of a vault is not as the specification, sections 3 to 8, and the answers that its servers gave say; nothing when
 * all is. Written from the specification alone: it shares no code with the server.
 */
export function checkVault(evidence: Evidence): string[] {
  const bytes = read(evidence, ledgerPath) ?? Buffer.alloc(0);
  const ledger = readLedger(bytes);
  return [
    ...checkLedger(ledger, bytes, evidence),
    ...checkConfig(ledger, evidence),
    ...checkTimes(ledger, evidence),
    ...checkNames(evidence),
    ...checkPages(ledger, evidence),
    ...checkRecords(ledger, evidence),
  ];
}

function checkConfig({ records }: Ledger, evidence: Evidence): string[] {
  const bytes = read(evidence, configPath);
  if (bytes === null) return records.length === 0 ? [] : ["there are records, but no config"];
  try {
    const config = JSON.parse(bytes.toString());
    const ids = records.flatMap(({ record: { vault, page, sources } }) => [
      vault.id,
      ...[page, ...sources].map(({ identity }) => identity.vault_id),
    ]);
    const strangers = new Set(ids.filter((id) => id !== config.vault_id));
    return [...configShape(config, configPath), ...[...strangers].map((id) => `a record is of the vault ${id}`)];
  } catch {
    return [`${configPath} is not JSON: ${bytes}`];
  }
}

/** Records of one server stand in the order of their times. */
function checkTimes({ records }: Ledger, { calls }: Evidence): string[] {
  const servers = new Map(calls.map(({ path, server }) => [path, server]));
  const latest = new Map<number | undefined, string>();
  return records.flatMap(({ record: { recorded_at, page } }) => {
    const server = servers.get(page.identity.path);
    const before = latest.get(server) ?? "";
    latest.set(server, recorded_at);
    return recorded_at < before ? [`the record of ${page.identity.path} is of an earlier time than one before it`] : [];
  });
}

/** Nothing stands in the vault but what was planted or called for, and the server's own two files. */
function checkNames({ root, planted, calls, atRest }: Evidence): string[] {
  const expected = new Set([...planted, ...calls.map(({ path }) => path), configPath, ledgerPath]);
  const isExcused = (name: string): boolean => !atRest && /^\.wyrd\/[^/]+\.tmp$/.test(name);
  return namesIn(root)
    .filter((name) => !expected.has(name) && !isExcused(name))
    .map((name) => `${name} was left behind`);
}

/** What stands below a folder and is no folder. Unlike `recursive`, it follows no links on any version of Node. */
function namesIn(root: string, folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = join(folder, entry.name);
    return entry.isDirectory() ? namesIn(root, name) : [name];
  });
}
