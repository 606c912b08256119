import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { changing, endMark, logLines, logOf, markBytes, marked, versions } from "../changing/versions.ts";
import type { Call, Cited } from "../evidence.ts";
import type { Fault } from "../fault.ts";
import { outcomes, type Tally } from "../tally.ts";
import { burst, plantSources } from "../traffic.ts";
import { inWorld, type World } from "../world.ts";
import { lastWord } from "./last-word.ts";
import { served } from "./served.ts";

const mutator = fileURLToPath(new URL("../changing/mutator-child.js", import.meta.url));

const bothEnds: readonly Cited[] = [
  { offset: 0, length: markBytes },
  { offset: endMark, length: markBytes },
];

/** What is cited of each source, or cannot be cited when it is short. */
const spans: Readonly<Record<string, readonly Cited[]>> = {
  [changing.marked]: bothEnds,
  [changing.replaced]: bothEnds,
  [changing.vanishing]: bothEnds,
  [changing.log]: [{ offset: 0, length: 17 }, { quote: "entry 1007 of the log" }, { quote: "entry 1480 of" }],
};

/** Every state that a source is ever in. */
const states: readonly Buffer[] = [
  ...Array.from({ length: versions }, (_, number) => marked(number, number)),
  ...Array.from({ length: versions }, (_, number) => marked((number + 1) % versions, number)),
  ...Array.from({ length: logLines + 1 }, (_, lines) => logOf(lines)),
];

/** Sources are written to, grow, shrink, vanish and are replaced while they are cited, by a fine and by a coarse clock. */
export const changingSources: Fault = {
  name: "changing-sources",
  rounds: { bounded: 2, long: 60 },
  run: (seed) => inWorld(seed, (world) => play(world, seed), { sourcesChange: true }),
};

async function play(world: World, seed: number): Promise<Tally> {
  const { random } = world;
  plantSources(world);
  for (const state of states) world.knows(state);
  for (const name of [changing.marked, changing.replaced, changing.vanishing]) world.plant(name, marked(0, 0));
  world.plant(changing.log, logOf(logLines));
  const server = world.start(seed % 2 === 0 ? { preload: "coarse-clock" } : {});
  const child = spawn(process.execPath, [mutator, world.root, String(seed)], { stdio: ["pipe", "pipe", "inherit"] });
  try {
    await once(child.stdout, "data");
    for (let time = 0; time < 15; time++)
      await burst(
        server,
        random.several(1, 6, () => citing(world)),
      );
  } finally {
    await stop(child);
  }
  await served(world, server);
  await world.check({ killed: 0, atRest: true });
  await lastWord(world, 0);
  return outcomes(world.calls);
}

function citing({ random, calls }: World): Call {
  const derived_from = random.several(1, 3, () => {
    const source = random.pick(Object.keys(spans));
    return { source, spans: random.several(1, 3, () => random.pick(spans[source] ?? [])) };
  });
  const call: Call = { server: 0, path: `Mage/${calls.length}.md`, content: "", derived_from, answer: null };
  calls.push(call);
  return call;
}

async function stop(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  await once(child, "exit");
}
