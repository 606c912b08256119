import { Buffer } from "node:buffer";
import { limits } from "../limits.ts";
import { utf8Check } from "../text/utf8.ts";
import { foundSpan, type Hasher, type SpanResult } from "./span-result.ts";

export interface RangeCheck {
  feed(bytes: Uint8Array): void;
  finish(): SpanResult;
}

/** Which member of a range reaches past a file of `fileBytes`; null when the range lies in it. */
export function rangeFault(offset: number, length: number, fileBytes: number): "offset" | "length" | null {
  if (offset > fileBytes) return "offset";
  return length > fileBytes - offset ? "length" : null;
}

/**
 * Follows one range, fed its bytes and no others, in order, in pieces of any size: `found`, `not_aligned` unless they
 * are UTF-8 by themselves, or else `mismatch` when a quote was given beside the range and is not what stands there.
 * @param offset where the range begins in the file
 */
export function rangeCheck(offset: number, quote: Uint8Array | null, newHasher: () => Hasher): RangeCheck {
  const utf8 = utf8Check();
  const hasher = newHasher();
  const head = new Uint8Array(limits.excerptBytes);
  let length = 0;
  let same = true;

  function feed(bytes: Uint8Array): void {
    utf8.feed(bytes);
    hasher.update(bytes);
    if (length < head.length) head.set(bytes.subarray(0, head.length - length), length);
    if (quote !== null && same) same = Buffer.compare(quote.subarray(length, length + bytes.length), bytes) === 0;
    length += bytes.length;
  }

  function finish(): SpanResult {
    if (!utf8.passed()) return { kind: "not_aligned" };
    if (quote !== null && !(same && quote.length === length)) return { kind: "mismatch" };
    return foundSpan(offset, length, hasher.hex(), head.subarray(0, length));
  }

  return { feed, finish };
}
