import { type QuoteAutomaton, quoteAutomaton, scanByAutomaton } from "./quotes/automaton.ts";
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
  /** Starts of matches that are worth a visit; chunks that bring fewer are put together first. */
  readonly gather: number;
}

const defaults: SearchOptions = { patience: 4, gather: 64 * 1024 };

/** Patterns of these lengths and more, up to the next, are searched together: short ones would hold up long ones. */
const shelves = [1, 2, 4, 8, 16, 32];

/**
 * Finds up to 256 quotes in a file that is fed from its beginning in consecutive chunks of any size; a chunk is looked
 * at during the call only, the quotes until the end. `finish` gives one sighting a quote, in their order; overlapping
 * occurrences count. Ordinary text is searched by samples, in far fewer steps than it has bytes. Where that costs too
 * much, as in periodic text, an automaton takes over for the rest, so that the time is linear in file and quotes.
 */
export function quoteSearch(quotes: readonly Uint8Array[], options: Partial<SearchOptions> = {}): QuoteSearch {
  const { patience, gather } = { ...defaults, ...options };
  const { sought, distinct: patterns } = patternsFor(quotes);
  const lengths = patterns.map(({ bytes }) => bytes.length);
  const text = stretches(Math.max(0, ...lengths) + overread, gather, visit);
  let credit = lengths.reduce((sum, length) => sum + length, 0);
  let indexes: SampleIndex[] | null = null;
  let automaton: QuoteAutomaton | null = null;

  function visit(stretch: Stretch): void {
    if (automaton === null && !scanIndexes(stretch)) automaton = quoteAutomaton(patterns.filter(isWanted));
    if (automaton !== null) scanByAutomaton(automaton, stretch);
  }

  function scanIndexes(stretch: Stretch): boolean {
    indexes ??= byLength(patterns).map((shelf) => sampleIndex(shelf, samplePlan(shelf, stretch)));
    credit += patience * stretch.starts;
    for (const index of indexes) credit = scanBySamples(index, stretch, credit);
    indexes = indexes.filter((index) => index.patterns.some(isWanted));
    return credit >= 0;
  }

  function feed(chunk: Uint8Array): void {
    if (patterns.some(isWanted)) text.feed(chunk);
  }

  function finish(): readonly Sighting[] {
    text.finish();
    return sought.map(({ sighting }) => sighting);
  }

  return { feed, finish };
}

function byLength(patterns: readonly Pattern[]): Pattern[][] {
  return shelves
    .map((shortest, at) => {
      const next = shelves[at + 1] ?? Infinity;
      return patterns.filter(({ bytes }) => bytes.length >= shortest && bytes.length < next);
    })
    .filter((shelf) => shelf.length > 0);
}
