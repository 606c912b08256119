import { parseArgs } from "node:util";
import { campaign } from "./campaign.ts";
import { playRounds } from "./play.ts";

// The fault campaign by hand: npm run torture -- [--rounds N] [--seconds N] [--seed N] [--only NAME]

const { values } = parseArgs({
  options: {
    rounds: { type: "string" },
    seconds: { type: "string" },
    seed: { type: "string" },
    only: { type: "string" },
  },
});
const first = Number(values.seed ?? Date.now() % 1_000_000);
const seconds = Number(values.seconds ?? Number.POSITIVE_INFINITY);
const chosen = campaign.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0) throw new Error(`--only takes one of ${campaign.map(({ name }) => name).join(", ")}`);

console.log(`seed ${first}`);
for (const fault of chosen) {
  const rounds = Number(values.rounds ?? (values.seconds === undefined ? fault.rounds.long : Number.POSITIVE_INFINITY));
  const { played, tally, failures } = await playRounds(fault, { first, rounds, seconds: seconds / chosen.length });
  console.log(`${fault.name}: ${played} rounds, ${failures.length} failed, ${JSON.stringify(tally)}`);
  for (const failure of failures) console.log(failure);
  if (failures.length > 0) process.exitCode = 1;
}
