import type { Fault } from "../fault.ts";
import { outcomes } from "../tally.ts";
import { anyCall, burst, furnish } from "../traffic.ts";
import { inWorld } from "../world.ts";
import { lastWord } from "./last-word.ts";
import { served } from "./served.ts";

/** Between a server's look at the end of the ledger and its write, another is killed in the middle of its own. */
export const tornByOthers: Fault = {
  name: "torn-by-others",
  rounds: { bounded: 1, long: 40 },
  run: (seed) =>
    inWorld(seed, async (world) => {
      furnish(world);
      const server = world.start({ preload: "tear-between" });
      for (let time = 0; time < 9; time++)
        await burst(
          server,
          world.random.several(1, 6, () => anyCall(world)),
        );
      await served(world, server);
      const killed = world.calls.length;
      await world.check({ killed, atRest: true });
      await lastWord(world, killed);
      return outcomes(world.calls);
    }),
};
