import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import type { Call } from "../evidence.ts";
import type { Fault } from "../fault.ts";
import { anyPath } from "../fuzz/paths.ts";
import { outcomes, sum, type Tally } from "../tally.ts";
import { burst, plantSources } from "../traffic.ts";
import { inWorld, type World } from "../world.ts";
import { lastWord } from "./last-word.ts";

const cases = 500;
const secret = "a secret that nobody granted";

/** Five hundred odd paths for pages and sources: nothing outside the vault is made, changed or read. */
export const fuzzPaths: Fault = {
  name: "fuzz-paths",
  rounds: { bounded: 1, long: 40 },
  async run(seed) {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "wyrd-paths-")));
    const outside = join(base, "outside");
    mkdirSync(outside);
    for (const name of ["secret.md", "short.md"]) plantSecret(join(outside, name));
    try {
      return await inWorld(seed, (world) => play(world, outside), { base });
    } finally {
      rmSync(base, { recursive: true });
    }
  },
};

async function play(world: World, outside: string): Promise<Tally> {
  plantSources(world);
  plantTraps(world, outside);
  const before = lookAt(outside);
  const server = world.start();
  const sent = Array.from({ length: cases }, (_, number) => anyCall(world, outside, number));
  // Pages are sources for one another.
  for (const { content } of sent) world.knows(content);
  await burst(server, sent);
  const { code } = await server.end();
  if (code !== 0) throw new Error(`exit ${code}: ${server.stderr()}`);
  if (lookAt(outside) !== before) throw new Error(`outside there was ${before}, now ${lookAt(outside)}`);
  if (JSON.stringify(server.messages).includes(secret)) throw new Error("the secret was told");
  const made = sent.filter(({ answer }) => answer?.created !== undefined).map((call) => inItsPlace(world, call));
  world.calls.push(...made);
  await world.check({ killed: 0, atRest: true });
  const tally = outcomes(sent);
  await lastWord(world, 0);
  return sum([{ calls: cases }, tally]);
}

/** Most filesystems note the time of the next reading, since the last one is older than the file. */
function plantSecret(path: string): void {
  writeFileSync(path, secret);
  utimesSync(path, 1, 2);
}

/** Links that lead out, in, out and back, round and nowhere, and a pipe to hang on. */
function plantTraps(world: World, outside: string): void {
  const links: Readonly<Record<string, string>> = {
    "Mage/out": outside,
    "Mage/out.md": join(outside, "secret.md"),
    "Mage/dangling.md": join(outside, "new.md"),
    "Mage/loop.md": "loop.md",
    "Mage/in": "deep",
    up: "..",
    abs: outside,
    back: `../${posix.basename(world.root)}/Arc`,
  };
  for (const [name, target] of Object.entries(links)) {
    symlinkSync(target, world.path(name));
    world.expects(name);
  }
  execFileSync("mkfifo", [world.path("Mage/fifo.md")]);
  world.expects("Mage/fifo.md");
}

function anyCall({ random }: World, outside: string, number: number): Call {
  const spans = [
    random.pick([{ offset: 0, length: 1 }, { quote: "a secret" }, { quote: "page" }, { quote: "line 17:" }]),
  ];
  const cited = [{ source: anyPath(random, outside), spans }];
  const [path, derived_from] = random.pick([
    [anyPath(random, outside), []],
    [`Mage/${number}.md`, cited],
    [anyPath(random, outside), cited],
  ] as const);
  return { server: 0, path, content: `page ${number}`, derived_from, answer: null };
}

/** Names, sizes and times outside; a file that was read has another access time. */
function lookAt(outside: string): string {
  return readdirSync(outside)
    .map((name) => {
      const path = join(outside, name);
      const { size, mtimeMs, atimeMs } = statSync(path);
      return `${name} ${size} ${mtimeMs} ${atimeMs}`;
    })
    .join();
}

/** The call with its canonical path. Throws unless the page stands in the vault, in a real folder, where it was asked for. */
function inItsPlace({ root }: World, call: Call): Call {
  const path = posix.normalize(call.path).replace(/\/$/, "");
  const folder = join(root, dirname(path));
  const isReserved = /^(arc|\.wyrd)(\/|$)/i.test(path);
  const isAsked = call.answer?.created?.path === path;
  if (isAsked && !isReserved && realpathSync(folder) === folder) return { ...call, path };
  throw new Error(`${JSON.stringify(call.path)} became ${call.answer?.created?.path}`);
}
