import {
  absenceFor,
  type Cited,
  compareSource,
  type FileSight,
  type RecordedSource,
  type RecordedSpan,
  type SpanState,
  spanFinding,
  standing,
  type Whereabouts,
} from "../../../core/lineage/audit/compare.ts";
import type { Finding } from "../../../core/lineage/audit/finding.ts";
import { sameStamp } from "../../../core/lineage/stamp.ts";
import type { KnownSource } from "../../../core/messages/reader.ts";
import type { Fence } from "../../fence/root.ts";
import { sys } from "../../fence/sys.ts";
import { atOneVersion, type OpenVersion } from "../one-version.ts";
import { sha256 } from "../sha256.ts";
import { learnSource, recallSource } from "./known-sources.ts";
import { type FileScan, scanFile, scanRanges, stoodAtOnce } from "./scan-file.ts";
import { searchQuotes } from "./search-quotes.ts";

/** What one record says of a source. */
export interface Claim extends Cited {
  readonly source: RecordedSource;
}

export interface SourceAudit {
  readonly findings: readonly Finding[];
  /** How many spans were looked at. */
  readonly spans: number;
}

/**
 * Compares a source with all claims about it, from one version of the file: its digest, and each span in its place. In a
 * source that is not what a claim says, spans that are lost from their places are looked for.
 * @param given what is known of the file beside what this thread remembers; of a known version only the spans are read
 */
export async function auditSource(
  fence: Fence,
  path: string,
  claims: readonly Claim[],
  given: KnownSource | null,
): Promise<SourceAudit> {
  const now = sys.now();
  const knowns = [given, recallSource(path)];
  const seen = await atOneVersion(fence, path, async (file) => {
    const known = knowns.find((source) => source !== null && sameStamp(source.stamp, file.stamp)) ?? null;
    const scan = await scanOnce(file, claims, known);
    const audit = scan && (await compareAll(file, claims, scan));
    if (scan === null || (known === null && !(await stoodAtOnce(file, scan.sha256)))) return null;
    return audit && { audit, source: { path, stamp: file.stamp, sha256: scan.sha256 } };
  });
  if (!seen.ok) {
    const absence = absenceFor(seen.refusal);
    return { findings: claims.flatMap((claim) => compareSource(claim.source, claim, absence) ?? []), spans: 0 };
  }
  learnSource(seen.value.source, now);
  return seen.value.audit;
}

function scanOnce(
  { fd, stamp }: OpenVersion,
  claims: readonly Claim[],
  known: KnownSource | null,
): Promise<FileScan | null> {
  const spans = claims.flatMap(({ source }) => source.spans);
  return known !== null ? scanRanges(fd, stamp.size, spans, known.sha256) : scanFile(fd, stamp.size, spans);
}

async function compareAll(
  { fd, stamp }: OpenVersion,
  claims: readonly Claim[],
  scan: FileScan,
): Promise<SourceAudit | null> {
  const states = new Map<RecordedSpan, SpanState>();
  const lost: RecordedSpan[] = [];
  for (const { source } of claims) {
    for (const span of source.spans) {
      const { kind } = standing(span, scan.at(span), source.content.digest !== scan.sha256, hexOf);
      if (kind === "lost") lost.push(span);
      else states.set(span, { kind });
    }
  }
  const quotes = lost.map(({ length, quote }) => ({ ...quote, length }));
  const found = await searchQuotes(fd, stamp.size, quotes);
  if (found === null) return null;
  for (const [index, span] of lost.entries()) states.set(span, found[index] as Whereabouts);

  const sight: FileSight = { kind: "file", sha256: scan.sha256, bytes: stamp.size };
  return { findings: claims.flatMap((claim) => findingsOf(claim, sight, states)), spans: states.size };
}

function findingsOf(claim: Claim, sight: FileSight, states: ReadonlyMap<RecordedSpan, SpanState>): Finding[] {
  const { source, line, path, at } = claim;
  const ofSpans = source.spans.map((span, index) => {
    const state = states.get(span) as SpanState;
    return spanFinding(span, { line, path, at: `${at}/spans/${index}` }, state);
  });
  return [compareSource(source, claim, sight), ...ofSpans].filter((found) => found !== null);
}

function hexOf(text: string): string {
  const digest = sha256();
  digest.update(Buffer.from(text));
  return digest.hex();
}
