import type { Fault } from "../fault.ts";
import { outcomes } from "../tally.ts";
import { anyCall, burst, furnish } from "../traffic.ts";
import { inWorld } from "../world.ts";
import { lastWord } from "./last-word.ts";
import { served } from "./served.ts";

/** Pages and the ledger come to the largest size that a file may have (`ulimit -f`, in blocks of 512 bytes). */
export const fileSizeLimit: Fault = {
  name: "file-size-limit",
  rounds: { bounded: 2, long: 100 },
  run: (seed) =>
    inWorld(seed, async (world) => {
      furnish(world);
      const blocks = world.random.below(120);
      const server = world.start({ under: ["sh", "-c", 'ulimit -f "$0"; exec "$@"', String(blocks)] });
      for (let time = 0; time < 6; time++) {
        await burst(
          server,
          world.random.several(1, 8, () => anyCall(world)),
        );
        await world.check({ killed: 0, atRest: false });
      }
      await served(world, server);
      await lastWord(world, 0);
      return outcomes(world.calls);
    }),
};
