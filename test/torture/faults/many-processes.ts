import { setTimeout } from "node:timers/promises";
import type { Fault } from "../fault.ts";
import { outcomes, sum } from "../tally.ts";
import { anyCall, burst, furnish } from "../traffic.ts";
import { inWorld, type World } from "../world.ts";
import { lastWord } from "./last-word.ts";

interface Size {
  readonly name: string;
  readonly rounds: Fault["rounds"];
  readonly servers: number;
  readonly callsEach: number;
}

/** Servers work on one vault at once; a quarter of them is killed, half of these in the middle of a write. */
function manyProcesses({ name, rounds, servers, callsEach }: Size): Fault {
  return {
    name,
    rounds,
    run: (seed) =>
      inWorld(seed, async (world) => {
        furnish(world);
        const numbers = Array.from({ length: servers }, (_, number) => number);
        const killed = servers / 4;
        await Promise.all(numbers.map((number) => work(world, number, callsEach, number < killed)));
        await world.check({ killed, atRest: false });
        await lastWord(world, killed);
        return sum([{ processes: servers, kills: killed }, outcomes(world.calls)]);
      }),
  };
}

export const fewProcesses = manyProcesses({
  name: "few-processes",
  rounds: { bounded: 1, long: 40 },
  servers: 4,
  callsEach: 40,
});

export const sixteenProcesses = manyProcesses({
  name: "sixteen-processes",
  rounds: { bounded: 0, long: 2 },
  servers: 16,
  callsEach: 500,
});

/** Has one server carry out its calls, some at a time; one that is to be killed may not come to all. */
async function work(world: World, number: number, calls: number, isVictim: boolean): Promise<void> {
  const { random } = world;
  const isTorn = isVictim && number % 2 === 0;
  const turn = 1 + random.below(calls / 10);
  const server = world.start(isTorn ? { preload: "tear-at", env: { TORTURE_TURN: String(turn) } } : {});
  if (isVictim && !isTorn) void setTimeout(500 + random.below(calls * 20)).then(() => server.child.kill("SIGKILL"));
  let sent = 0;
  while (sent < calls && server.isAlive()) {
    const some = random.several(1, 16, () => anyCall(world, number));
    sent += some.length;
    await burst(server, some);
  }
  await server.end();
}
