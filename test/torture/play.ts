import type { Fault } from "./fault.ts";
import { sum, type Tally } from "./tally.ts";

export interface Rounds {
  /** The first round's seed; each further round has the next. */
  readonly first: number;
  /** So many rounds at most. */
  readonly rounds: number;
  /** No round begins after so many seconds. */
  readonly seconds: number;
}

export interface Played {
  readonly played: number;
  readonly tally: Tally;
  /** What went wrong, and how to play that round again. */
  readonly failures: readonly string[];
}

/** Plays rounds of one kind of fault, one after the other, whatever comes of them. */
export async function playRounds(fault: Fault, { first, rounds, seconds }: Rounds): Promise<Played> {
  const end = performance.now() + seconds * 1000;
  const tallies: Tally[] = [];
  const failures: string[] = [];
  let played = 0;
  for (; played < rounds && performance.now() < end; played++) {
    const seed = first + played;
    try {
      tallies.push(await fault.run(seed));
    } catch (error) {
      const again = `npm run torture -- --only ${fault.name} --seed ${seed} --rounds 1`;
      failures.push(`${error instanceof Error ? error.stack : error}\nplayed again by: ${again}`);
    }
  }
  return { played, tally: sum(tallies), failures };
}
