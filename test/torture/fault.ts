import type { Tally } from "./tally.ts";

/** A kind of fault. A round is played from its seed alone, so that its seed plays it again. */
export interface Fault {
  readonly name: string;
  /** How many rounds the test suite plays, and how many are played by hand. */
  readonly rounds: { readonly bounded: number; readonly long: number };
  /** Plays one round. Throws when something was lost. */
  run(seed: number): Promise<Tally>;
}
