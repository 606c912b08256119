import type { Call } from "../evidence.ts";
import type { Fault } from "../fault.ts";
import { outcomes } from "../tally.ts";
import { anyCall, burst, furnish, goodCall } from "../traffic.ts";
import { inWorld, type World } from "../world.ts";
import { lastWord } from "./last-word.ts";

/** How a thread is lost: it ends, throws, has a promise rejected that nobody handles, or runs out of memory. */
const ways = ["exit", "throw", "reject", "memory"];

/** A thread is lost in the middle of many calls: those it was busy with are told so, and the server goes on. */
export const lostThreads: Fault = {
  name: "lost-threads",
  rounds: { bounded: 4, long: 120 },
  run: (seed) =>
    inWorld(seed, async (world) => {
      const { random } = world;
      furnish(world);
      const server = world.start({ preload: "sabotage", flags: ["--max-old-space-size=64"] });
      const way = ways[seed % ways.length] ?? "exit";
      const place = random.pick(["open", "lstat", "link"]);
      const before = random.several(0, 6, () => anyCall(world));
      const victim = sabotaged(world, way, place);
      await burst(server, [...before, victim, ...random.several(0, 6, () => anyCall(world))]);
      const told = victim.answer?.reason;
      const expected = place === "open" ? "READER_LOST" : "WRITER_LOST";
      if (told !== expected) throw new Error(`${way} at ${place}: ${JSON.stringify(victim.answer)}`);
      const next = goodCall(world);
      await burst(server, [next]);
      if (next.answer?.ok !== true) throw new Error(`the next call: ${JSON.stringify(next.answer)}`);
      const { code } = await server.end();
      if (code !== 0) throw new Error(`exit ${code}: ${server.stderr()}`);
      await world.check({ killed: 0, atRest: false });
      await lastWord(world, 0);
      return outcomes(world.calls);
    }),
};

/** A call over which the reader (`open`) or the writer is lost. */
function sabotaged(world: World, way: string, place: string): Call {
  const name = `sabotage-${way}-${place}-${world.calls.length}.md`;
  const call: Call = { server: 0, path: "Mage/page.md", content: "lost", derived_from: [], answer: null };
  const source = `Arc/${name}`;
  if (place === "open") world.plant(source, "a quote");
  const aimed =
    place === "open"
      ? { ...call, derived_from: [{ source, spans: [{ quote: "a quote" }] }] }
      : { ...call, path: `Mage/${name}` };
  world.calls.push(aimed);
  return aimed;
}
