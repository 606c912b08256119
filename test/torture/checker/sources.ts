import { isUtf8 } from "node:buffer";
import type { Call, Cited, Evidence } from "../evidence.ts";
import { sha256 } from "./files.ts";
import type { LedgerRecord } from "./record.ts";

/** What a record says of its sources that does not hold of one version of each, or that nobody asked for. */
export function sourceProblems({ sources }: LedgerRecord, call: Call, evidence: Evidence): string[] {
  const asked = call.derived_from.map(({ spans }) => spans.length).join();
  if (sources.map(({ spans }) => spans.length).join() !== asked) return [`has not the entries and spans ${asked}`];
  return sources.flatMap((source, entry) => {
    const version = evidence.sources.get(source.content.digest);
    if (version?.length !== source.content.bytes) return [`cites ${source.identity.path} in a version that never was`];
    const wrong = source.spans.some((span, index) => {
      const ask = call.derived_from[entry]?.spans[index] ?? {};
      return !holds(span, version) || !answers(span, ask, version);
    });
    return wrong ? [`has a span of ${source.identity.path} that is not what stands there`] : [];
  });
}

type Span = LedgerRecord["sources"][number]["spans"][number];

/** Whether the bytes at the span are those of the quote, and its stored text is their beginning. */
function holds({ offset, length, quote }: Span, version: Buffer): boolean {
  const bytes = version.subarray(offset, offset + length);
  const stored = bytes.subarray(0, quote.stored_utf8_bytes);
  return (
    bytes.length === length &&
    quote.original_utf8_bytes === length &&
    quote.sha256 === sha256(bytes) &&
    isUtf8(bytes) &&
    stored.equals(Buffer.from(quote.text)) &&
    quote.truncated === length > 1024 &&
    (quote.truncated ? stored.length > 1020 && stored.length <= 1024 : stored.length === length)
  );
}

/** Whether the span is the one that was asked for; a quote alone stands once. */
function answers(span: Span, ask: Cited, version: Buffer): boolean {
  if (ask.offset !== undefined && (ask.offset !== span.offset || ask.length !== span.length)) return false;
  if (ask.quote === undefined) return true;
  const quote = Buffer.from(ask.quote);
  if (!version.subarray(span.offset, span.offset + span.length).equals(quote)) return false;
  if (ask.offset !== undefined) return true;
  return version.indexOf(quote) === span.offset && version.indexOf(quote, span.offset + 1) === -1;
}
