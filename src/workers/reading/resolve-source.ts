import { limits } from "../../core/limits.ts";
import type { SpanResult } from "../../core/lineage/span-result.ts";
import type { SpanAsk } from "../../core/lineage/span-scan.ts";
import { atRest, sameStamp } from "../../core/lineage/stamp.ts";
import type { Ask, FoundSpan, KnownFile, ResolveSourceTask, SourceAnswer, Stamp } from "../../core/messages/reader.ts";
import { pointTo, type Refusal, refuse } from "../../core/refusal.ts";
import type { Fence } from "../fence/root.ts";
import { fenceOf } from "../fence/thread-fence.ts";
import { findHint } from "./find-hint.ts";
import { atOneVersion, type OpenVersion } from "./one-version.ts";
import { scanKnown } from "./scan-known.ts";
import { type Scan, scanTwice, scanWhole } from "./scan-whole.ts";

/** Hears how many bytes of the file have been gone through. */
export type Note = (bytesDone: number, bytesTotal: number) => void;

/**
 * Reads one source: the digest of the whole file and every span asked for, all of one version of it. A file that
 * changes meanwhile is read again.
 */
export async function resolveSource(task: ResolveSourceTask, note: Note): Promise<SourceAnswer> {
  const opened = fenceOf(task.grant);
  if (!opened.ok) return refusedFile(task, opened.refusal);
  let gone = 0;
  let { known } = task;
  const seen = await atOneVersion(opened.fence, task.path, async (file) => {
    const { size } = file.stamp;
    const scan = await scanFile(file, task.asks.map(inBytes), known, (done) => note(gone + done, gone + size));
    gone += size;
    // What was known did not hold: the next reading relies on nothing.
    known = null;
    return scan && { file, scan };
  });
  return seen.ok ? answerOf(opened.fence, task, seen.value.file, seen.value.scan) : refusedFile(task, seen.refusal);
}

function scanFile(
  file: OpenVersion,
  asks: readonly SpanAsk[],
  known: KnownFile | null,
  note: (done: number) => void,
): Promise<Scan> {
  const { fd, stamp } = file;
  if (known !== null && sameStamp(known.stamp, stamp)) return scanKnown(fd, stamp.size, asks, known, note);
  const scan = isSettled(file) ? scanWhole : scanTwice;
  return scan(fd, stamp.size, asks, note);
}

function isSettled({ stamp, now }: OpenVersion): boolean {
  return atRest(stamp, now, limits.settleMs);
}

function inBytes({ offset, length, quote }: Ask) {
  return { offset, length, quote: quote === null ? null : Buffer.from(quote) };
}

async function answerOf(
  fence: Fence,
  task: ResolveSourceTask,
  file: OpenVersion,
  scan: NonNullable<Scan>,
): Promise<SourceAnswer> {
  const { path, stamp } = file;
  const spans: FoundSpan[] = [];
  for (const [index, ask] of task.asks.entries()) {
    const result = scan.results[index] as SpanResult;
    if (result.kind !== "found") {
      const refusal = await spanRefusal(result, ask, fence, task.path, stamp);
      return { ok: false, refusal, entry: ask.entry, span: ask.span };
    }
    const { kind: _, ...found } = result;
    spans.push({ entry: ask.entry, span: ask.span, ...found });
  }
  const finding = { path, sha256: scan.sha256, bytes: stamp.size, stamp, settled: isSettled(file), spans };
  return { ok: true, finding };
}

type Missed = Exclude<SpanResult, { kind: "found" }>;

async function spanRefusal(result: Missed, ask: Ask, fence: Fence, path: string, stamp: Stamp): Promise<Refusal> {
  const { entry, span, quote } = ask;
  const at = `/derived_from/${entry}/spans/${span}`;
  switch (result.kind) {
    case "invalid_range":
      return refuse("SPAN_INVALID_RANGE", { path, file_bytes: stamp.size }, `${at}/${result.member}`);
    case "not_aligned":
      return refuse("SPAN_NOT_ALIGNED", { path }, at);
    case "not_found":
      return refuse("SPAN_NOT_FOUND", { path, hint: await findHint(fence, path, stamp, quote ?? "") }, `${at}/quote`);
    case "ambiguous":
      return refuse("SPAN_AMBIGUOUS", { path, offsets: result.offsets }, `${at}/quote`);
    case "mismatch":
      return refuse("SPAN_MISMATCH", { path }, `${at}/quote`);
  }
}

function refusedFile({ asks }: ResolveSourceTask, refusal: Refusal): SourceAnswer {
  const entry = asks[0]?.entry ?? 0;
  return { ok: false, refusal: pointTo(refusal, `/derived_from/${entry}/source`), entry, span: null };
}
