import type { Ratio } from "./pairs.ts";

/** One row of the table: what is measured against what, and the ratio that we want. */
export interface Case {
  readonly name: string;
  readonly peer: string;
  readonly bar: string;
  readonly ratio: () => Promise<Ratio>;
}
