import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ledgerPath, read, sha256 } from "./checker/files.ts";
import { checkVault } from "./checker.ts";
import type { Call, Evidence } from "./evidence.ts";
import { type Random, randomOf } from "./random.ts";
import { type Server, type ServerOptions, startServer } from "./server.ts";
import type { Tally } from "./tally.ts";
import { verifyVault } from "./verifier.ts";

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
  check(state: Pick<Evidence, "killed" | "atRest">): Promise<void>;
}

export interface WorldOptions {
  /** The folder to make the vault in. */
  readonly base?: string;
  readonly sourcesChange?: boolean;
}

const defaults: Required<WorldOptions> = { base: tmpdir(), sourcesChange: false };

/** Plays a round in a new vault, which is gone afterwards, as are its servers. */
export async function inWorld(
  seed: number,
  play: (world: World) => Promise<Tally>,
  options: WorldOptions = {},
): Promise<Tally> {
  const { base, sourcesChange } = { ...defaults, ...options };
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
      sources.set(sha256(bytes), bytes);
    },
    start(options = {}) {
      const server = startServer(root, options);
      servers.push(server);
      return server;
    },
    async check({ killed, atRest }) {
      const evidence: Evidence = { root, calls, sources, sourcesChange, planted, ledgerBefore, killed, atRest };
      const found = [
        ...servers.flatMap(({ problems }) => problems),
        ...checkVault(evidence),
        ...(atRest ? await verifyVault(evidence) : []),
      ];
      if (found.length > 0) throw new Error(found.slice(0, 20).join("\n"));
      ledgerBefore = read(evidence, ledgerPath) ?? ledgerBefore;
    },
  };
  for (const folder of [".wyrd", "Mage", "Mage/deep"]) mkdirSync(world.path(folder));
  return world;
}
