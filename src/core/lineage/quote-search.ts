import { isWanted, type Pattern, patternsFor, type Sighting } from "./pattern.ts";
import { type QuoteAutomaton, quoteAutomaton, scanByAutomaton } from "./quote-automaton.ts";
import { overread, type ShiftTable, scanByShifts, shiftTable } from "./shift-table.ts";
import { type Stretch, stretches } from "./stretches.ts";

export interface QuoteSearch {
  feed(chunk: Uint8Array): void;
  finish(): readonly Sighting[];
}

export interface SearchOptions {
  /** Steps in vain that shifts may cost for each byte of the file before the automaton takes over. */
  readonly patience: number;
}

const defaults: SearchOptions = { patience: 1 };

/** Patterns from one of these lengths up to the next are searched together, so that short ones leave long ones their shifts. */
const lengthClasses = [1, 2, 4, 8, 16, 32, Infinity];

/**
 * Finds quotes in a file that is fed from its beginning in consecutive chunks of any size; a chunk is looked at during
 * the call only, the quotes until the end. `finish` gives one sighting a quote, in their order; overlapping occurrences
 * count. Ordinary text is searched by shifts (`shift-table.ts`), in far fewer steps than it has bytes. Where that costs
 * too much, as in periodic text, an automaton takes over for the rest (`quote-automaton.ts`), so that the time is linear
 * in the file and the quotes together.
 */
export function quoteSearch(quotes: readonly Uint8Array[], options: Partial<SearchOptions> = {}): QuoteSearch {
  const { patience } = { ...defaults, ...options };
  const sought = patternsFor(quotes);
  const patterns = [...new Set(sought)];
  const reach = Math.max(0, ...patterns.map(({ bytes }) => bytes.length)) + overread;
  const text = stretches(reach, visit);
  let tables = lengthClasses.flatMap((shortest, at) => tableFor(patterns, shortest, lengthClasses[at + 1] ?? shortest));
  let automaton: QuoteAutomaton | null = null;
  let credit = 0;

  function visit(stretch: Stretch): void {
    if (automaton === null && !scanTables(stretch)) automaton = quoteAutomaton(patterns.filter(isWanted));
    if (automaton !== null) scanByAutomaton(automaton, stretch);
  }

  function scanTables(stretch: Stretch): boolean {
    credit += patience * stretch.starts;
    for (const table of tables) credit = scanByShifts(table, stretch, credit);
    tables = tables.filter((table) => table.patterns.some(isWanted));
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

function tableFor(patterns: readonly Pattern[], shortest: number, below: number): ShiftTable[] {
  const some = patterns.filter(({ bytes }) => bytes.length >= shortest && bytes.length < below);
  return some.length === 0 ? [] : [shiftTable(some)];
}
