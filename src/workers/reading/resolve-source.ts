import { limits } from "../../core/limits.ts";
import type { SpanResult } from "../../core/lineage/span-result.ts";
import { atRest, sameStamp } from "../../core/lineage/stamp.ts";
import type { Ask, FoundSpan, ResolveSourceTask, SourceAnswer, Stamp } from "../../core/messages/reader.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import { openSource } from "../fence/open.ts";
import { failed } from "../fence/outcome.ts";
import { release } from "../fence/release.ts";
import { stampOf } from "../fence/stamp.ts";
import { sys } from "../fence/sys.ts";
import { fenceOf } from "../fence/thread-fence.ts";
import { findHint } from "./find-hint.ts";
import { scanKnown } from "./scan-known.ts";
import { type Scan, scanTwice, scanWhole } from "./scan-whole.ts";

/** Hears how many bytes of the file have been gone through. */
export type Note = (bytesDone: number, bytesTotal: number) => void;

/**
 * Reads one source: the digest of the whole file and every span asked for, all of one version of it. A file that
 * changes meanwhile is read again.
 */
export async function resolveSource(task: ResolveSourceTask, note: Note): Promise<SourceAnswer> {
  const fence = fenceOf(task.grant);
  if (!fence.ok) return refusedFile(task, fence.refusal);
  let gone = 0;
  for (let attempt = 0; attempt < limits.readAttempts; attempt++) {
    const now = sys.now();
    const opened = openSource(fence.fence, task.path);
    if (!opened.ok && opened.refusal.code === "SOURCE_CHANGED_DURING_READ") continue;
    if (!opened.ok) return refusedFile(task, opened.refusal);
    const { fd, path } = opened.file;
    try {
      const stamp = stampOf(fd);
      const scan = await scanFile(fd, { stamp, now }, task, (done) => note(gone + done, gone + stamp.size));
      if (scan !== null && sameStamp(stamp, stampOf(fd))) return await answerOf(task, { fd, path, stamp, now }, scan);
      gone += stamp.size;
    } catch (error) {
      return refusedFile(task, failed(error, task.path).refusal);
    } finally {
      release(fd);
    }
  }
  return refusedFile(task, refuse("SOURCE_CHANGED_DURING_READ", { path: task.path }));
}

async function scanFile(
  fd: number,
  { stamp, now }: Pick<Stamped, "stamp" | "now">,
  task: ResolveSourceTask,
  note: (done: number) => void,
): Promise<Scan> {
  const asks = task.asks.map(inBytes);
  if (task.known !== null && sameStamp(task.known.stamp, stamp)) {
    const scan = await scanKnown(fd, stamp.size, asks, task.known, note);
    if (scan !== null) return scan;
  }
  const scan = atRest(stamp, now, limits.settleMs) ? scanWhole : scanTwice;
  return scan(fd, stamp.size, asks, note);
}

function inBytes({ offset, length, quote }: Ask) {
  return { offset, length, quote: quote === null ? null : Buffer.from(quote) };
}

interface Stamped {
  readonly fd: number;
  readonly path: string;
  readonly stamp: Stamp;
  /** When it was stamped, in milliseconds since 1970. */
  readonly now: number;
}

async function answerOf(task: ResolveSourceTask, file: Stamped, scan: NonNullable<Scan>): Promise<SourceAnswer> {
  const { path, stamp, now } = file;
  const spans: FoundSpan[] = [];
  for (const [index, ask] of task.asks.entries()) {
    const result = scan.results[index] as SpanResult;
    if (result.kind !== "found") {
      const refusal = await spanRefusal(result, ask, task.path, file);
      return { ok: false, refusal, entry: ask.entry, span: ask.span };
    }
    const { kind: _, ...found } = result;
    spans.push({ entry: ask.entry, span: ask.span, ...found });
  }
  const settled = atRest(stamp, now, limits.settleMs);
  return { ok: true, finding: { path, sha256: scan.sha256, bytes: stamp.size, stamp, settled, spans } };
}

type Missed = Exclude<SpanResult, { kind: "found" }>;

async function spanRefusal(result: Missed, ask: Ask, path: string, { fd, stamp }: Stamped): Promise<Refusal> {
  const { entry, span, quote } = ask;
  const at = `/derived_from/${entry}/spans/${span}`;
  switch (result.kind) {
    case "invalid_range":
      return refuse("SPAN_INVALID_RANGE", { path, file_bytes: stamp.size }, `${at}/${result.member}`);
    case "not_aligned":
      return refuse("SPAN_NOT_ALIGNED", { path }, at);
    case "not_found":
      return refuse("SPAN_NOT_FOUND", { path, hint: await findHint(fd, stamp, quote ?? "") }, `${at}/quote`);
    case "ambiguous":
      return refuse("SPAN_AMBIGUOUS", { path, offsets: result.offsets }, `${at}/quote`);
    case "mismatch":
      return refuse("SPAN_MISMATCH", { path }, `${at}/quote`);
  }
}

function refusedFile({ asks }: ResolveSourceTask, refusal: Refusal): SourceAnswer {
  const entry = asks[0]?.entry ?? 0;
  return { ok: false, refusal: { ...refusal, at: `/derived_from/${entry}/source` }, entry, span: null };
}
