import type { Fault } from "../fault.ts";
import { outcomes } from "../tally.ts";
import { anyCall, burst, furnish, goodCall } from "../traffic.ts";
import { inWorld } from "../world.ts";
import { lastWord } from "./last-word.ts";
import { served } from "./served.ts";

/** For a while no descriptor is left in a serving process (`ulimit -n`), not even for a reader to start; then it goes on. */
export const noDescriptors: Fault = {
  name: "no-descriptors",
  rounds: { bounded: 1, long: 60 },
  run: (seed) =>
    inWorld(seed, async (world) => {
      const { random } = world;
      furnish(world);
      const server = world.start({
        preload: "starve",
        env: { TORTURE_TURN: String(2 + random.below(150)), TORTURE_TIMES: String(1 + random.below(80)) },
        under: ["sh", "-c", 'ulimit -n 256; exec "$@"', "sh"],
      });
      await burst(server, [goodCall(world)]);
      for (let time = 0; time < 6; time++)
        await burst(
          server,
          random.several(1, 8, () => anyCall(world)),
        );
      await served(world, server, true);
      await world.check({ killed: 0, atRest: false });
      await lastWord(world, 0);
      return outcomes(world.calls);
    }),
};
