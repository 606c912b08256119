import { quoteAutomaton, scanByAutomaton } from "./quotes/automaton.ts";
import { overread } from "./quotes/block.ts";
import { isWanted, type Pattern, patternsFor, type Sighting } from "./quotes/pattern.ts";
import { type SampleIndex, sampleIndex, scanBySamples } from "./quotes/sample-index.ts";
import { samplePlan } from "./quotes/sample-plan.ts";
import { type Stretch, stretches } from "./quotes/stretches.ts";

export interface QuoteSearch {
  feed(chunk: Uint8Array): void;
  finish(): readonly Sighting[];
}

export interface SearchOptions {
  /** Steps in vain, of about a nanosecond, that samples may cost for each byte before the automaton takes over. */
  readonly patience: number;
}

const defaults: SearchOptions = { patience: 4 };

/** Patterns of these lengths and more, up to the next, are searched together: short ones would hold up long ones. */
const shelves = [1, 2, 4, 8, 16, 32];

/**
 * Finds up to 256 quotes in a file that is fed from its beginning in consecutive chunks of any size; a chunk is looked
 * at during the call only, the quotes until the end. `finish` gives one sighting a quote, in their order; overlapping
 * occurrences count. Ordinary text is searched by samples, in far fewer steps than it has bytes. Where that costs too
 * much, as in periodic text, an automaton takes over for the rest, so that the time is linear in the file and the quotes.
 */
export function quoteSearch(quotes: readonly Uint8Array[], options: Partial<SearchOptions> = {}): QuoteSearch {
  const { patience } = { ...defaults, ...options };
  const sought = patternsFor(quotes);
  const patterns = [...new Set(sought)];
  const lengths = patterns.map(({ bytes }) => bytes.length);
  const text = stretches(Math.max(0, ...lengths) + overread, visit);
  let scan = first;
  let credit = patience * lengths.reduce((sum, length) => sum + length, 0);
  let indexes: SampleIndex[] = [];
  ...
}
