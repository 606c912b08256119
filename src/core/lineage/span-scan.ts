import { isContinuation } from "../text/utf8.ts";
import { quoteSearch } from "./quote-search.ts";
import type { Sighting } from "./quotes/pattern.ts";
import { type RangeCheck, rangeCheck, rangeFault } from "./range-check.ts";
import { foundSpan, type Hasher, type SpanResult } from "./span-result.ts";

/** One span to find, in bytes: a range (offset and length), a quote, or both. */
export interface SpanAsk {
  readonly offset: number | null;
  readonly length: number | null;
  readonly quote: Uint8Array | null;
}

export interface SpanScan {
  feed(chunk: Uint8Array): void;
  finish(): readonly SpanResult[];
}

interface AskedRange {
  readonly index: number;
  readonly offset: number;
  readonly length: number;
  readonly check: RangeCheck;
}

interface AskedQuote {
  readonly index: number;
  readonly quote: Uint8Array;
}

/**
 * Finds spans in a file that is fed from its beginning in consecutive chunks of any size; a chunk is looked at during
 * the call only. `finish` gives one result an ask, in their order.
 */
export function spanScan(asks: readonly SpanAsk[], newHasher: () => Hasher): SpanScan {
  const ranges: AskedRange[] = [];
  const quotes: AskedQuote[] = [];
  for (const [index, { offset, length, quote }] of asks.entries()) {
    if (offset !== null && length !== null) {
      ranges.push({ index, offset, length, check: rangeCheck(offset, quote, newHasher) });
    } else if (quote !== null) {
      quotes.push({ index, quote });
    }
  }
  const search = quoteSearch(quotes.map(({ quote }) => quote));
  let fed = 0;

  function feed(chunk: Uint8Array): void {
    search.feed(chunk);
    for (const { offset, length, check } of ranges) {
      if (offset >= fed + chunk.length || offset + length <= fed) continue;
      check.feed(chunk.subarray(Math.max(0, offset - fed), offset + length - fed));
    }
    fed += chunk.length;
  }

  function finish(): readonly SpanResult[] {
    const results: SpanResult[] = new Array(asks.length);
    const sightings = search.finish();
    for (const range of ranges) results[range.index] = rangeResult(range, fed);
    for (const [at, { index, quote }] of quotes.entries()) {
      results[index] = quoteResult(quote, sightings[at] as Sighting, newHasher);
    }
    return results;
  }

  return { feed, finish };
}

function rangeResult({ offset, length, check }: AskedRange, fileBytes: number): SpanResult {
  const member = rangeFault(offset, length, fileBytes);
  return member === null ? check.finish() : { kind: "invalid_range", member };
}

function quoteResult(quote: Uint8Array, { first, second, next }: Sighting, newHasher: () => Hasher): SpanResult {
  if (first === null) return { kind: "not_found" };
  if (second !== null) return { kind: "ambiguous", offsets: [first, second] };
  if (next !== null && isContinuation(next)) return { kind: "not_aligned" };
  const hasher = newHasher();
  hasher.update(quote);
  return foundSpan(first, quote.length, hasher.hex(), quote);
}
