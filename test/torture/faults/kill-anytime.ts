import { setTimeout } from "node:timers/promises";
import type { Fault } from "../fault.ts";
import { outcomes, remains, sum } from "../tally.ts";
import { anyCall, burst, furnish, goodCall } from "../traffic.ts";
import { inWorld } from "../world.ts";
import { lastWord } from "./last-word.ts";

/** A busy server is killed from outside at some moment; then another takes the vault over. */
export const killAnytime: Fault = {
  name: "kill-anytime",
  rounds: { bounded: 2, long: 300 },
  run: (seed) =>
    inWorld(seed, async (world) => {
      const { random } = world;
      furnish(world);
      const server = world.start();
      await burst(server, [goodCall(world)]);
      const kill = setTimeout(random.below(300)).then(() => server.child.kill("SIGKILL"));
      while (server.isAlive())
        await burst(
          server,
          random.several(1, 16, () => anyCall(world)),
        );
      await kill;
      await world.check({ killed: 1, atRest: false });
      const left = remains(world.root);
      await lastWord(world, 1);
      return sum([{ "killed from outside": 1 }, left, outcomes(world.calls)]);
    }),
};
