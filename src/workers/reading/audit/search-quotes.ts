import { limits } from "../../../core/limits.ts";
import type { Whereabouts } from "../../../core/lineage/audit/compare.ts";
import { occurrences } from "../../../core/lineage/audit/occurrences.ts";
import { quoteSearch } from "../../../core/lineage/quote-search.ts";
import type { Sighting } from "../../../core/lineage/quotes/pattern.ts";
import { readRange } from "../read-range.ts";
import { sha256 } from "../sha256.ts";

/** A quote as a record has it: its text, or, of a long one, the beginning of its text. */
export interface RecordedQuote {
  readonly text: string;
  readonly truncated: boolean;
  /** Of the whole quote. */
  readonly length: number;
  readonly sha256: string;
}

/** Offsets at which a long quote may begin, and whether these are all. */
interface Candidates {
  readonly quote: RecordedQuote;
  readonly offsets: number[];
  complete: boolean;
}

/**
 * Finds out where quotes are in a file of `size` bytes; one answer a quote. A long quote begins where its stored text
 * occurs and is told by its digest, over all places of that text as far as this stays linear in the file; what is left
 * then is unknown. Null when the file ended before. Throws an errno.
 */
export async function searchQuotes(
  fd: number,
  size: number,
  quotes: readonly RecordedQuote[],
): Promise<readonly Whereabouts[] | null> {
  const distinct = [...new Map(quotes.map((quote) => [keyOf(quote), quote])).values()];
  const found = new Map<string, Whereabouts>();
  for (let at = 0; at < distinct.length; at += limits.spans) {
    const batch = distinct.slice(at, at + limits.spans);
    const places = await searchBatch(fd, size, batch);
    if (places === null) return null;
    for (const [index, quote] of batch.entries()) found.set(keyOf(quote), places[index] as Whereabouts);
  }
  return quotes.map((quote) => found.get(keyOf(quote)) as Whereabouts);
}

function keyOf({ sha256, length, text }: RecordedQuote): string {
  return `${sha256} ${length} ${text}`;
}

/** @param quotes as many as one search can take */
async function searchBatch(
  fd: number,
  size: number,
  quotes: readonly RecordedQuote[],
): Promise<readonly Whereabouts[] | null> {
  const search = quoteSearch(quotes.map(({ text }) => Buffer.from(text)));
  if ((await readRange(fd, 0, size, search.feed)) !== size) return null;
  const sightings = search.finish();
  const long = quotes.map((quote, at) => (quote.truncated ? candidatesFor(quote, sightings[at] as Sighting) : null));
  const repeated = long.filter((candidates) => candidates !== null && !candidates.complete);
  if (!(await collect(fd, size, repeated as Candidates[]))) return null;
  const places: Whereabouts[] = [];
  for (const [index, candidates] of long.entries()) {
    const place = candidates === null ? whereSeen(sightings[index] as Sighting) : await tell(fd, size, candidates);
    if (place === null) return null;
    places.push(place);
  }
  return places;
}

function whereSeen({ first, second }: Sighting): Whereabouts {
  if (first === null) return { kind: "gone" };
  return second === null ? { kind: "moved", offset: first } : { kind: "ambiguous", offsets: [first, second] };
}

function candidatesFor(quote: RecordedQuote, { first, second }: Sighting): Candidates {
  return second === null
    ? { quote, offsets: first === null ? [] : [first], complete: true }
    : { quote, offsets: [], complete: false };
}

/** Lists the places of texts that occur more than once: as many as can be hashed in a time linear in the file. */
async function collect(fd: number, size: number, repeated: readonly Candidates[]): Promise<boolean> {
  if (repeated.length === 0) return true;
  const share = (size + limits.candidateBytes) / repeated.length;
  const feeds = repeated.map((candidates) => {
    const { quote, offsets } = candidates;
    const most = Math.max(2, Math.floor(share / quote.length));
    candidates.complete = true;
    return occurrences(Buffer.from(quote.text), (offset) => {
      if (offset + quote.length > size) return;
      if (offsets.length < most) offsets.push(offset);
      else candidates.complete = false;
    });
  });
  const read = await readRange(fd, 0, size, (bytes) => {
    for (const feed of feeds) feed(bytes);
  });
  return read === size;
}

/** Hashes what stands at the candidates. Null when the file ended before. */
async function tell(fd: number, size: number, { quote, offsets, complete }: Candidates): Promise<Whereabouts | null> {
  const { length } = quote;
  let one: number | null = null;
  for (const offset of offsets) {
    if (offset + length > size) continue;
    const digest = sha256();
    if ((await readRange(fd, offset, offset + length, digest.update)) !== length) return null;
    if (digest.hex() !== quote.sha256) continue;
    if (one !== null) return { kind: "ambiguous", offsets: [one, offset] };
    one = offset;
  }
  if (!complete) return { kind: "unknown" };
  return one === null ? { kind: "gone" } : { kind: "moved", offset: one };
}
