import type { Fault } from "../fault.ts";
import { outcomes, type Tally } from "../tally.ts";
import { onTmpfs, type Tmpfs } from "../tmpfs.ts";
import { anyCall, burst, furnish, goodCall } from "../traffic.ts";
import { inWorld, type World } from "../world.ts";
import { lastWord } from "./last-word.ts";
import { served } from "./served.ts";

/** A disk fills up, now in bytes, now in files, under a server at work; once there is room again the server goes on. */
export const diskFull: Fault = {
  name: "disk-full",
  rounds: { bounded: 2, long: 100 },
  run: async (seed) => {
    const played = await onTmpfs((tmpfs) => inWorld(seed, (world) => fill(world, tmpfs), { base: tmpfs.base }));
    return played ?? { "rounds without a tmpfs": 1 };
  },
};

async function fill(world: World, tmpfs: Tmpfs): Promise<Tally> {
  const { random } = world;
  furnish(world);
  const server = world.start();
  // The config and the ledger may have to be made on the full disk too.
  if (random.oneIn(2)) await burst(server, [goodCall(world)]);
  for (let time = 0; time < 4; time++) {
    const byFiles = random.oneIn(2);
    tmpfs.leave(byFiles ? 1000 : random.below(12), byFiles ? random.below(12) : 1000);
    await burst(
      server,
      random.several(2, 10, () => anyCall(world)),
    );
    await world.check({ killed: 0, atRest: false });
  }
  tmpfs.leave(1000, 1000);
  const call = goodCall(world);
  await burst(server, [call]);
  if (call.answer?.ok !== true) throw new Error(`there is room, but: ${JSON.stringify(call.answer)}`);
  await served(world, server);
  await lastWord(world, 0);
  return outcomes(world.calls);
}
