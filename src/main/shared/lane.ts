import { logFailure } from "./log.ts";

/** What became of an item that was handed to a lane. */
type Laned<Outcome> = { readonly kind: "done"; readonly outcome: Outcome } | { readonly kind: "dropped" | "lost" };

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly signal: AbortSignal;
  readonly settle: (laned: Laned<Outcome>) => void;
}

export interface LaneOptions<Item, Outcome> {
  /** Carries out a batch, one outcome an item in order; rejects when nobody can tell what became of it. */
  readonly run: (items: readonly Item[]) => Promise<readonly Outcome[]>;
  readonly weigh: (item: Item) => number;
  readonly mostItems: number;
  readonly mostWeight: number;
}

/** Takes an item and says what became of it. */
export type Lane<Item, Outcome> = (item: Item, signal: AbortSignal) => Promise<Laned<Outcome>>;

/**
 * A single file of work, first in first out: while a batch runs, what arrives gathers and forms the next. An item whose
 * signal is aborted before its batch begins is dropped; once begun, it is finished.
 */
export function lane<Item, Outcome>(options: LaneOptions<Item, Outcome>): Lane<Item, Outcome> {
  const waiting: Waiting<Item, Outcome>[] = [];
  let running = false;

  function nextBatch(): Waiting<Item, Outcome>[] {
    const batch: Waiting<Item, Outcome>[] = [];
    let weight = 0;
    for (let next = waiting[0]; next !== undefined && batch.length < options.mostItems; next = waiting[0]) {
      weight += options.weigh(next.item);
      if (batch.length > 0 && weight > options.mostWeight) break;
      waiting.shift();
      if (next.signal.aborted) next.settle({ kind: "dropped" });
      else batch.push(next);
    }
    return batch;
  }

  async function drain(): Promise<void> {
    running = true;
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      const outcomes = await options.run(batch.map(({ item }) => item)).catch(nothingKnown);
      batch.forEach(({ settle }, index) => {
        const outcome = outcomes[index];
        settle(outcome === undefined ? { kind: "lost" } : { kind: "done", outcome });
      });
    }
    running = false;
  }

  return (item, signal) =>
    new Promise((settle) => {
      waiting.push({ item, signal, settle });
      if (!running) void drain();
    });
}

function nothingKnown(error: unknown): [] {
  logFailure("a batch was lost", error);
  return [];
}
