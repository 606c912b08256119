import { limits } from "../../core/limits.ts";
import type { Grant } from "../../core/messages/reader.ts";
import type { CommitOutcome, PageToCommit } from "../../core/messages/writer.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import { type Laned, lane } from "../shared/lane.ts";
import type { ReaderPort, WriterPort } from "../shared/ports.ts";
import { admit } from "./admit.ts";
import type { KnownFiles } from "./known-files.ts";
import type { SendProgress } from "./progress.ts";
import { resolveSources } from "./resolve-sources.ts";

/** How a call ended; `aborted` means that nothing was left behind. */
export type Outcome = CommitOutcome | { readonly kind: "aborted" };

export interface Scribe {
  readonly grant: Grant;
  readonly windows: boolean;
  readonly readers: ReaderPort;
  readonly writer: WriterPort;
  readonly known: KnownFiles;
  readonly commit: (page: PageToCommit, signal: AbortSignal) => Promise<Laned<CommitOutcome>>;
}

/** Carries one call through: admit, prepare, readers, commit. */
export async function writePage(
  scribe: Scribe,
  args: unknown,
  signal: AbortSignal,
  progress: SendProgress | null,
): Promise<Outcome> {
  const { grant, readers, writer, known } = scribe;
  const admission = admit(args, scribe.windows);
  if (!admission.ok) return refused(admission.refusal);
  const { path, content, entries } = admission.call;

  const ready = await writer.run("prepare_write", { grant, path });
  if (signal.aborted) return { kind: "aborted" };
  if (ready.kind !== "answer") return refused(refuse("WRITER_LOST", { path }));
  if (!ready.answer.ok) return refused(ready.answer.refusal);

  const sources = await resolveSources(entries, grant, readers, known, signal, progress);
  if (sources.kind !== "resolved") return sources;

  const laned = await scribe.commit({ path, content, findings: sources.findings }, signal);
  switch (laned.kind) {
    case "done":
      return laned.outcome;
    case "dropped":
      return { kind: "aborted" };
    case "lost":
      return refused(refuse("WRITER_LOST", { path }));
  }
}

/** The writer's lane: pages that wait while others are committed are handed over together. */
export function commitLane(grant: Grant, writer: WriterPort): Scribe["commit"] {
  return lane<PageToCommit, CommitOutcome>({
    mostItems: limits.batchPages,
    mostWeight: limits.batchBytes,
    weigh: ({ content }) => content.length,
    async run(pages) {
      const reply = await writer.run("commit_pages", { grant, pages });
      return reply.kind === "answer" ? reply.answer.outcomes : [];
    },
  });
}

function refused(refusal: Refusal): Outcome {
  return { kind: "refused", refusal };
}
