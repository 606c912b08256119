import { limits } from "../../core/limits.ts";
import type { Ask, Grant, ProgressNote, ResolveSourceTask, SourceFinding } from "../../core/messages/reader.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { ReaderPort } from "../shared/ports.ts";
import type { SendProgress } from "../shared/tools.ts";
import type { Admitted } from "./admit.ts";
import type { KnownFiles } from "./known-files.ts";
import { progressMeter } from "./progress.ts";

/** Every source read, one finding an entry; or the first refusal in the order of the request; or the call was cancelled. */
export type Resolution =
  | { readonly kind: "resolved"; readonly findings: readonly SourceFinding[] }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "aborted" };

interface File {
  readonly path: string;
  readonly asks: Ask[];
  /** The first entry that cites it. */
  readonly first: number;
}

interface Fault {
  readonly entry: number;
  readonly span: number;
  readonly refusal: Refusal;
}

let jobs = 0;

/**
 * Reads each cited file once, in parallel, and puts what was found into the order of the request. When a file that is
 * cited under two paths changed in between, all are read again.
 */
export async function resolveSources(
  entries: Admitted["entries"],
  grant: Grant,
  readers: ReaderPort,
  known: KnownFiles,
  signal: AbortSignal,
  send: SendProgress | null,
): Promise<Resolution> {
  const hear = send === null ? null : progressMeter(send);
  for (let attempt = 1; ; attempt++) {
    const resolution = await readAll(entries, grant, readers, known, signal, hear);
    if (resolution.kind !== "changed") return resolution;
    if (attempt === limits.readAttempts) return { kind: "refused", refusal: resolution.refusal };
  }
}

async function readAll(
  entries: Admitted["entries"],
  grant: Grant,
  readers: ReaderPort,
  known: KnownFiles,
  signal: AbortSignal,
  hear: ((note: ProgressNote) => void) | null,
): Promise<Resolution | { readonly kind: "changed"; readonly refusal: Refusal }> {
  const files = byPath(entries);
  const findings = new Map<string, SourceFinding>();
  let fault: Fault | null = null;

  // A single file has none after it that its refusal could stop.
  const reads = files.map((file) => ({ file, stop: files.length === 1 ? null : new AbortController() }));
  const refused = (next: Fault): void => {
    if (fault !== null && !precedes(next, fault)) return;
    fault = next;
    for (const { file, stop } of reads) if (file.first > next.entry) stop?.abort();
  };

  const read = async (file: File, stop: AbortSignal | null): Promise<void> => {
    const { path, asks, first } = file;
    const job = hear === null ? null : ++jobs;
    const deaf = job === null || hear === null ? null : readers.listen(job, hear);
    const task: ResolveSourceTask = { grant, path, asks, known: known.recall(path, asks), job };
    const reply = await readers.run("resolve_source", task, stop === null ? signal : AbortSignal.any([signal, stop]));
    deaf?.();
    switch (reply.kind) {
      case "answer":
        if (reply.answer.ok) {
          known.learn(path, asks, reply.answer.finding);
          findings.set(path, reply.answer.finding);
        } else refused({ entry: reply.answer.entry, span: reply.answer.span ?? -1, refusal: reply.answer.refusal });
        break;
      case "lost":
        refused({ entry: first, span: -1, refusal: refuse("READER_LOST", { path }, sourcePointer(first)) });
        break;
      case "busy":
        refused({ entry: first, span: -1, refusal: refuse("BUSY", {}) });
        break;
      case "aborted":
        break;
    }
  };

  await Promise.all(reads.map(({ file, stop }) => read(file, stop?.signal ?? null)));
  if (signal.aborted) return { kind: "aborted" };
  if (fault !== null) return { kind: "refused", refusal: (fault as Fault).refusal };
  const changed = firstChanged(files, findings);
  if (changed !== null) return { kind: "changed", refusal: changed };
  return { kind: "resolved", findings: byEntry(entries, findings) };
}

/** Entries that cite the same file are read together, so that they cannot see two versions of it. */
function byPath(entries: Admitted["entries"]): File[] {
  const files = new Map<string, File>();
  for (const [entry, { source, asks }] of entries.entries()) {
    const file = files.get(source);
    if (file === undefined) files.set(source, { path: source, asks: [...asks], first: entry });
    else file.asks.push(...asks);
  }
  return [...files.values()];
}

/** The first file that is, under another path, also one before it, but in another version. */
function firstChanged(files: readonly File[], findings: ReadonlyMap<string, SourceFinding>): Refusal | null {
  const digests = new Map<string, string>();
  for (const { path, first } of files) {
    const found = findings.get(path);
    if (found === undefined) continue;
    const digest = digests.get(found.path) ?? found.sha256;
    digests.set(found.path, digest);
    if (digest !== found.sha256) return refuse("SOURCE_CHANGED_DURING_READ", { path }, sourcePointer(first));
  }
  return null;
}

function byEntry(entries: Admitted["entries"], findings: ReadonlyMap<string, SourceFinding>): SourceFinding[] {
  return entries.flatMap(({ source }, entry) => {
    const finding = findings.get(source);
    if (finding === undefined) return [];
    return [{ ...finding, spans: finding.spans.filter((span) => span.entry === entry) }];
  });
}

function precedes(a: Fault, b: Fault): boolean {
  return a.entry !== b.entry ? a.entry < b.entry : a.span < b.span;
}

function sourcePointer(entry: number): string {
  return `/derived_from/${entry}/source`;
}
