import type { Fault } from "../fault.ts";
import { outcomes, remains, sum } from "../tally.ts";
import { anyCall, burst, furnish } from "../traffic.ts";
import { inWorld } from "../world.ts";
import { lastWord } from "./last-word.ts";

/**
 * How many calls to the system several commits make, of any kind and of those that change the disk. Both are prime, so
 * that rounds in a row come to each of them.
 */
const turns = { all: 397, changing: 79 };
const stride = 61;

/** A server is killed at one system call of its writer, a write half done; then another takes the vault over. */
export const killAtCall: Fault = {
  name: "kill-at-call",
  rounds: { bounded: 5, long: 300 },
  run: (seed) =>
    inWorld(seed, async (world) => {
      furnish(world);
      const among = seed % 3 === 0 ? "all" : "changing";
      const turn = 1 + ((seed * stride) % turns[among]);
      const server = world.start({ preload: "kill-at", env: { TORTURE_TURN: String(turn), TORTURE_AMONG: among } });
      while (server.isAlive())
        await burst(
          server,
          world.random.several(1, 8, () => anyCall(world)),
        );
      await world.check({ killed: 1, atRest: false });
      const left = remains(world.root);
      await lastWord(world, 1);
      return sum([{ [server.stderr()]: 1 }, left, outcomes(world.calls)]);
    }),
};
