import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, readdirSync } from "node:fs";
import { program } from "../../wire/raw-client.ts";
import type { Fault } from "../fault.ts";
import { outcomes, type Tally } from "../tally.ts";
import { anyCall, burst, furnish, goodCall } from "../traffic.ts";
import { inWorld, type World } from "../world.ts";
import { lastWord } from "./last-word.ts";
import { served } from "./served.ts";

const nobody = 65534;

/** The superuser may write everywhere, so his servers run as somebody else. */
const isSuperuser = process.getuid?.() === 0;
const user = isSuperuser ? { uid: nobody, gid: nobody } : {};

const writable = { Mage: 0o755, "Mage/deep": 0o755, ".wyrd": 0o755, ".wyrd/lineage.jsonl": 0o644 };
type Name = keyof typeof writable;

/** Folders and the ledger are made read-only, and writable again, while calls are in flight. */
export const readOnly: Fault = {
  name: "read-only",
  rounds: { bounded: 1, long: 60 },
  run: async (seed) => (canRun() ? inWorld(seed, withdrawRights) : { "rounds without another user": 1 }),
};

/** Whether that user may read and run the server. */
function canRun(): boolean {
  const [node = "", ...cli] = program;
  return spawnSync(node, [...cli, "--version"], { ...user, stdio: "ignore" }).status === 0;
}

async function withdrawRights(world: World): Promise<Tally> {
  const { random } = world;
  furnish(world);
  if (isSuperuser) giveAway(world, nobody);
  const server = world.start({ user });
  for (let time = 0; time < 5; time++) {
    const name = random.pick(Object.keys(writable) as Name[]);
    const answered = burst(
      server,
      random.several(1, 10, () => anyCall(world)),
    );
    setRights(world, name, writable[name] & 0o555);
    await answered;
    await burst(
      server,
      random.several(1, 4, () => anyCall(world)),
    );
    setRights(world, name, writable[name]);
    await world.check({ killed: 0, atRest: false });
  }
  const call = goodCall(world);
  await burst(server, [call]);
  if (call.answer?.ok !== true) throw new Error(`all is writable, but: ${JSON.stringify(call.answer)}`);
  await served(world, server);
  await lastWord(world, 0);
  return outcomes(world.calls);
}

function setRights(world: World, name: Name, mode: number): void {
  if (existsSync(world.path(name))) chmodSync(world.path(name), mode);
}

function giveAway({ root }: World, to: number): void {
  chownSync(root, to, to);
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) chownSync(`${root}/${name}`, to, to);
}
