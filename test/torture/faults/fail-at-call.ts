import type { Fault } from "../fault.ts";
import { outcomes } from "../tally.ts";
import { anyCall, burst, furnish } from "../traffic.ts";
import { inWorld } from "../world.ts";
import { lastWord } from "./last-word.ts";
import { served } from "./served.ts";

const errnos = ["EIO", "ENOSPC", "EDQUOT", "EFBIG", "EMFILE", "EROFS", "EACCES", "ENOMEM"];

/** Some calls to the system fail, of the writer or of the readers: each call of the client is told, none is lost. */
export const failAtCall: Fault = {
  name: "fail-at-call",
  rounds: { bounded: 3, long: 200 },
  run: (seed) =>
    inWorld(seed, async (world) => {
      const { random } = world;
      furnish(world);
      const [thread, turns] = random.oneIn(4) ? ["readers", 60] : ["writer", 300];
      const errno = random.pick(errnos);
      const server = world.start({
        preload: "fail-at",
        env: {
          TORTURE_THREAD: String(thread),
          TORTURE_TURN: String(1 + random.below(Number(turns))),
          TORTURE_TIMES: String(random.pick([1, 1, 3, 20])),
          TORTURE_ERRNO: errno,
        },
      });
      for (let time = 0; time < 6; time++)
        await burst(
          server,
          random.several(1, 8, () => anyCall(world)),
        );
      await served(world, server);
      await world.check({ killed: 0, atRest: false });
      await lastWord(world, 0);
      return outcomes(world.calls);
    }),
};
