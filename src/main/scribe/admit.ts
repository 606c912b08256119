import type { WritePageInput } from "../../core/contract.generated.ts";
import { check } from "../../core/contract.ts";
import { canonicalPath, targetFault } from "../../core/grant-path.ts";
import { limits } from "../../core/limits.ts";
import type { Ask } from "../../core/messages/reader.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";

/** A call whose form is right. Paths are canonical; entries are in request order. */
export interface Admitted {
  readonly path: string;
  readonly content: string;
  readonly entries: readonly { readonly source: string; readonly asks: readonly Ask[] }[];
}

export type Admission =
  | { readonly ok: true; readonly call: Admitted }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * The one door from loose to strict: steps 1 and 2 of a call, without touching the disk. In order: the schema; text
 * well-formed; the page's path; the sources' paths; how much is cited; the length of paths; of the content; of quotes.
 */
export function admit(args: unknown, windows: boolean): Admission {
  const verdict = check("write-page.input", args);
  if (!verdict.ok) return no(refuse("BAD_INPUT", { problem: verdict.problem }, verdict.at));
  const input = verdict.value;

  const malformed = illFormed(input);
  if (malformed !== null) return no(malformed);

  const target = canonicalPath(input.path, "/path", windows);
  if (!target.ok) return target;
  const fault = targetFault(target.path, "/path");
  if (fault !== null) return no(fault);
  const sources: string[] = [];
  for (const [entry, { source }] of input.derived_from.entries()) {
    const answer = canonicalPath(source, `/derived_from/${entry}/source`, windows);
    if (!answer.ok) return answer;
    sources.push(answer.path);
  }

  const excess = tooMuch(input);
  if (excess !== null) return no(excess);

  const entries = input.derived_from.map(({ spans }, entry) => ({
    source: sources[entry] ?? "",
    asks: spans.map((span, index) => asked(span, entry, index)),
  }));
  return { ok: true, call: { path: target.path, content: input.content, entries } };
}

type Span = WritePageInput["derived_from"][number]["spans"][number];

function asked({ offset, length, quote }: Span, entry: number, span: number): Ask {
  // JSON has a negative zero; the record must not.
  return {
    entry,
    span,
    offset: offset === undefined ? null : offset + 0,
    length: length ?? null,
    quote: quote ?? null,
  };
}

/** The first text that holds a lone surrogate, which no UTF-8 can spell. */
function illFormed(input: WritePageInput): Refusal | null {
  const bad = (name: string, at: string) =>
    refuse("BAD_INPUT", { problem: `${name} holds a lone surrogate, which is no character` }, at);
  if (!input.path.isWellFormed()) return bad("path", "/path");
  if (!input.content.isWellFormed()) return bad("content", "/content");
  for (const [entry, { source, spans }] of input.derived_from.entries()) {
    if (!source.isWellFormed()) return bad(`derived_from[${entry}].source`, `/derived_from/${entry}/source`);
    for (const [span, { quote }] of spans.entries()) {
      if (quote === undefined || quote.isWellFormed()) continue;
      return refuse("SPAN_INVALID_QUOTE", { bytes: null, limit: limits.quoteBytes }, quotePointer(entry, span));
    }
  }
  return null;
}

function tooMuch(input: WritePageInput): Refusal | null {
  const cited = input.derived_from;
  if (cited.length > limits.sources) {
    return refuse(
      "LINEAGE_LINE_TOO_LARGE",
      { what: "entries", count: cited.length, limit: limits.sources },
      "/derived_from",
    );
  }
  const spans = cited.reduce((sum, entry) => sum + entry.spans.length, 0);
  if (spans > limits.spans) {
    return refuse("LINEAGE_LINE_TOO_LARGE", { what: "spans", count: spans, limit: limits.spans }, "/derived_from");
  }

  const paths = [input.path, ...cited.map(({ source }) => source)];
  const long = paths.findIndex((path) => Buffer.byteLength(path) > limits.pathBytes);
  if (long !== -1) {
    const at = long === 0 ? "/path" : `/derived_from/${long - 1}/source`;
    return refuse("NAME_TOO_LONG", { path: null, limit: limits.pathBytes }, at);
  }

  const bytes = Buffer.byteLength(input.content);
  if (bytes > limits.contentBytes) return refuse("PAGE_TOO_LARGE", { bytes, limit: limits.contentBytes }, "/content");

  for (const [entry, { spans }] of cited.entries()) {
    for (const [span, { quote }] of spans.entries()) {
      const bytes = quote === undefined ? 0 : Buffer.byteLength(quote);
      if (bytes <= limits.quoteBytes) continue;
      return refuse("SPAN_INVALID_QUOTE", { bytes, limit: limits.quoteBytes }, quotePointer(entry, span));
    }
  }
  return null;
}

function quotePointer(entry: number, span: number): string {
  return `/derived_from/${entry}/spans/${span}/quote`;
}

function no(refusal: Refusal): Admission {
  return { ok: false, refusal };
}
