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
import type { SpanResult } from "../../../core/lineage/span-result.ts";
import { sameStamp } from "../../../core/lineage/stamp.ts";
import type { KnownSource } from "../../../core/messages/reader.ts";
import type { Fence } from "../../fence/root.ts";
import { atOneVersion, type OpenVersion } from "../one-version.ts";
import { sha256 } from "../sha256.ts";
import { type ByteRange, type FileScan, scanFile, scanRanges } from "./scan-file.ts";
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
 * @param known what is known of the file; while that is its stamp, only the spans are read
 */
export async function auditSource(
  fence: Fence,
  path: string,
  claims: readonly Claim[],
  known: KnownSource | null,
): Promise<SourceAudit> {
  const seen = await atOneVersion(fence, path, (file) => compareAll(file, claims, known));
  if (seen.ok) return seen.value;
  const absence = absenceFor(seen.refusal);
  return { findings: claims.flatMap((claim) => compareSource(claim.source, claim, absence) ?? []), spans: 0 };
}

async function compareAll(
  file: OpenVersion,
  claims: readonly Claim[],
  known: KnownSource | null,
): Promise<SourceAudit | null> {
  const { fd, stamp } = file;
  const ranges = new Map<string, ByteRange>();
  for (const { source } of claims) for (const span of source.spans) ranges.set(rangeKey(span), span);
  const scan = await scanOnce(file, [...ranges.values()], known);
  if (scan === null) return null;
  const there = new Map([...ranges.keys()].map((key, index) => [key, scan.ranges[index] as SpanResult]));

  const states = new Map<RecordedSpan, SpanState>();
  const lost: RecordedSpan[] = [];
  for (const { source } of claims) {
    for (const span of source.spans) {
      const isChanged = source.content.digest !== scan.sha256;
      const { kind } = standing(span, there.get(rangeKey(span)) as SpanResult, isChanged, hexOf);
      if (kind === "lost") lost.push(span);
      else states.set(span, { kind });
    }
  }
  const found = await searchQuotes(
    fd,
    stamp.size,
    lost.map(({ length, quote }) => ({ ...quote, length })),
  );
  if (found === null) return null;
  for (const [index, span] of lost.entries()) states.set(span, found[index] as Whereabouts);

  const sight: FileSight = { kind: "file", sha256: scan.sha256, bytes: stamp.size };
  return { findings: claims.flatMap((claim) => findingsOf(claim, sight, states)), spans: states.size };
}

function scanOnce(
  { fd, stamp }: OpenVersion,
  ranges: readonly ByteRange[],
  known: KnownSource | null,
): Promise<FileScan | null> {
  return known !== null && sameStamp(known.stamp, stamp)
    ? scanRanges(fd, stamp.size, ranges, known.sha256)
    : scanFile(fd, stamp.size, ranges);
}

function findingsOf(claim: Claim, sight: FileSight, states: ReadonlyMap<RecordedSpan, SpanState>): Finding[] {
  const { source, line, path, at } = claim;
  const ofSpans = source.spans.map((span, index) => {
    const state = states.get(span) as SpanState;
    return spanFinding(span, { line, path, at: `${at}/spans/${index}` }, state);
  });
  return [compareSource(source, claim, sight), ...ofSpans].filter((found) => found !== null);
}

function rangeKey({ offset, length }: ByteRange): string {
  return `${offset}+${length}`;
}

function hexOf(text: string): string {
  const digest = sha256();
  digest.update(Buffer.from(text));
  return digest.hex();
}
