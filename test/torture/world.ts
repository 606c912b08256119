import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkVault } from "./checker.ts";
import type { Call } from "./evidence.ts";
import { type Random, randomOf } from "./random.ts";
import { type Server, type ServerOptions, startServer } from "./server.ts";
import { verifyVault } from "./verifier.ts";

/** What a round tried and met, counted by name. */
export type Tally = Readonly<Record<string, number>>;

/** A kind of fault. A round is played from its seed alone, so that its seed plays it again. */
export interface Fault {
  readonly name: string;
  /** How many rounds the test suite plays, and how many are played by hand. */
  readonly rounds: { readonly bounded: number; readonly long: number };
  /** Plays one round. Throws when something was lost. */
  run(seed: number): Promise<Tally>;
}

/** A vault, its servers, and what they were asked and said. */
export interface World {
  readonly root: string;
  readonly random: Random;
  readonly calls: Call[];
  path(relative: string): string;
  /** Puts a file into the vault. */
  plant(relative: string, bytes: string | Uint8Array): void;
  /** Makes it known that something stands in the vault. */
  expects(relative: string): void;
  /** Makes a version of a source known. */
  knows(version: string | Uint8Array): void;
  start(options?: ServerOptions): Server;
  /**
   * Has the checker look at the vault, and `verify` too when it is at rest; throws what they find. `killed` is the number
   * of servers that were; at rest no server may have left anything.
   */
  check(state: { readonly killed: number; readonly atRest: boolean }): Promise<void>;
}

export interface WorldOptions {
  /** The folder to make the vault in. */
  readonly base?: string;
  readonly sourcesChange?: boolean;
}

/** Plays a round in a new vault, which is gone afterwards, as are its servers. */
export async function inWorld(
  seed: number,
  play: (world: World) => Promise<Tally>,
  { base = tmpdir(), sourcesChange = false }: WorldOptions = {},
): Promise<Tally> {
  const root = realpathSync(mkdtempSync(join(base, "wyrd-vault-")));
  const servers: Server[] = [];
  try {
    return await play(makeWorld(root, randomOf(seed), servers, sourcesChange));
  } finally {
    for (const { child } of servers) child.kill("SIGKILL");
    await Promise.all(servers.map((server) => server.ended()));
    rmSync(root, { recursive: true, force: true });
  }
}

function makeWorld(root: string, random: Random, servers: Server[], sourcesChange: boolean): World {
  const calls: Call[] = [];
  const planted: string[] = [];
  const sources = new Map<string, Buffer>();
  let ledgerBefore: Buffer = Buffer.alloc(0);

  const world: World = {
    root,
    random,
    calls,
    path: (relative) => join(root, relative),
    plant(relative, bytes) {
      mkdirSync(dirname(world.path(relative)), { recursive: true });
      writeFileSync(world.path(relative), bytes);
      world.expects(relative);
      world.knows(bytes);
    },
    expects: (relative) => void planted.push(relative),
    knows(version) {
      const bytes = Buffer.from(version as Uint8Array);
      sources.set(createHash("sha256").update(bytes).digest("hex"), bytes);
    },
    start(options = {}) {
      const server = startServer(root, options);
      servers.push(server);
      return server;
    },
    async check({ killed, atRest }) {
      const evidence = { root, calls, sources, sourcesChange, planted, ledgerBefore, killed, atRest };
      const ledger = readOr(world.path(".wyrd/lineage.jsonl"), "");
      const found = [
        ...servers.flatMap(({ problems }) => problems),
        ...checkVault(evidence),
        ...(atRest ? await verifyVault(evidence, ledger) : []),
      ];
      if (found.length > 0) throw new Error(found.slice(0, 20).join("\n"));
      ledgerBefore = ledger;
    },
  };
  for (const folder of [".wyrd", "Mage", "Mage/deep"]) mkdirSync(world.path(folder));
  return world;
}

function readOr(path: string, otherwise: string): Buffer {
  return existsSync(path) ? readFileSync(path) : Buffer.from(otherwise);
}

/** How the calls of a round came out, by reason. */
export function outcomes({ calls }: Pick<World, "calls">): Tally {
  return sum(calls.map(({ answer }) => ({ [answer === null ? "unanswered" : (answer.reason ?? "written")]: 1 })));
}

/** What a killed server left in a vault. */
export function remains({ path }: Pick<World, "path">): Tally {
  const strays = readdirSync(path(".wyrd")).filter((name) => name.endsWith(".tmp"));
  const ledger = readOr(path(".wyrd/lineage.jsonl"), "").toString();
  return { "stray files": strays.length, "torn tails": ledger === "" || ledger.endsWith("\n") ? 0 : 1 };
}

/** Adds tallies up. */
export function sum(tallies: readonly Tally[]): Tally {
  const total: Record<string, number> = {};
  for (const tally of tallies) {
    for (const [name, count] of Object.entries(tally)) total[name] = (total[name] ?? 0) + count;
  }
  return total;
}
