import { readdirSync, readFileSync } from "node:fs";
import type { Call } from "./evidence.ts";

/** What a round tried and met, counted by name. */
export type Tally = Readonly<Record<string, number>>;

/** Adds tallies up. */
export function sum(tallies: readonly Tally[]): Tally {
  const total: Record<string, number> = {};
  for (const tally of tallies) {
    for (const [name, count] of Object.entries(tally)) total[name] = (total[name] ?? 0) + count;
  }
  return total;
}

/** How calls came out, by reason. */
export function outcomes(calls: readonly Call[]): Tally {
  return sum(calls.map(({ answer }) => ({ [answer === null ? "unanswered" : (answer.reason ?? "written")]: 1 })));
}

/** What a killed server left in a vault. */
export function remains(root: string): Tally {
  const names = readdirSync(`${root}/.wyrd`);
  const ledger = names.includes("lineage.jsonl") ? readFileSync(`${root}/.wyrd/lineage.jsonl`, "utf8") : "";
  return {
    "stray files": names.filter((name) => name.endsWith(".tmp")).length,
    "torn tails": ledger === "" || ledger.endsWith("\n") ? 0 : 1,
  };
}
