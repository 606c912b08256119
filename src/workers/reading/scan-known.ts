import { rangeCheck, rangeFault } from "../../core/lineage/range-check.ts";
import type { SpanResult } from "../../core/lineage/span-result.ts";
import { type SpanAsk, spanScan } from "../../core/lineage/span-scan.ts";
import type { KnownFile } from "../../core/messages/reader.ts";
import { readRange } from "./read-range.ts";
import type { Scan } from "./scan-whole.ts";
import { sha256 } from "./sha256.ts";

/**
 * Answers for a file whose stamp is known: ranges and quotes found before cost their own bytes, quotes not yet looked
 * for a search without hashing. Null when a quote no longer stands where it was found, so that the stamp vouches for
 * nothing.
 */
export async function scanKnown(
  fd: number,
  size: number,
  asks: readonly SpanAsk[],
  known: Pick<KnownFile, "sha256" | "quotes">,
  note: (done: number) => void,
): Promise<Scan> {
  const results: SpanResult[] = new Array(asks.length);
  let gone = 0;
  const pass = (bytes: Uint8Array): void => {
    gone += bytes.length;
    note(Math.min(gone, size));
  };
  const fresh: { readonly index: number; readonly ask: SpanAsk }[] = [];
  for (const [index, ask] of asks.entries()) {
    const range = rangeOf(ask, known);
    if (range === null) {
      fresh.push({ index, ask });
      continue;
    }
    const result = await checkRange(fd, size, range, pass);
    if (result === null || (ask.offset === null && result.kind !== "found")) return null;
    results[index] = result;
  }
  if (fresh.length > 0) {
    const scan = spanScan(
      fresh.map(({ ask }) => ask),
      sha256,
    );
    const read = await readRange(fd, 0, size, (chunk) => {
      scan.feed(chunk);
      pass(chunk);
    });
    if (read !== size) return null;
    for (const [at, result] of scan.finish().entries()) results[fresh[at]?.index ?? 0] = result;
  }
  return { sha256: known.sha256, results };
}

interface Range {
  readonly offset: number;
  readonly length: number;
  readonly quote: Uint8Array | null;
}

/** Where an ask is to be found, without a search; null when only a search can tell. */
function rangeOf({ offset, length, quote }: SpanAsk, known: Pick<KnownFile, "quotes">): Range | null {
  if (offset !== null && length !== null) return { offset, length, quote };
  if (quote === null) return null;
  const digest = sha256();
  digest.update(quote);
  const hex = digest.hex();
  const found = known.quotes.find((candidate) => candidate.length === quote.length && candidate.sha256 === hex);
  return found === undefined ? null : { offset: found.offset, length: found.length, quote };
}

/** Reads a range's own bytes; null when the file ended before them. */
async function checkRange(
  fd: number,
  size: number,
  { offset, length, quote }: Range,
  pass: (bytes: Uint8Array) => void,
): Promise<SpanResult | null> {
  const member = rangeFault(offset, length, size);
  if (member !== null) return { kind: "invalid_range", member };
  const check = rangeCheck(offset, quote, sha256);
  const read = await readRange(fd, offset, offset + length, (bytes) => {
    check.feed(bytes);
    pass(bytes);
  });
  return read === length ? check.finish() : null;
}
