import { limits } from "../../core/limits.ts";
import type { Grant } from "../../core/messages/reader.ts";
import type { CommitOutcome, PageToCommit, PrepareVerdict } from "../../core/messages/writer.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import { type Lane, lane } from "../shared/lane.ts";
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
  readonly known: KnownFiles;
  readonly prepare: Lane<string, PrepareVerdict>;
  readonly commit: Lane<PageToCommit, CommitOutcome>;
}

/** Carries one call through: admit, prepare, readers, commit. */
export async function writePage(
  scribe: Scribe,
  args: unknown,
  signal: AbortSignal,
  progress: SendProgress | null,
): Promise<Outcome> {
  const { grant, readers, known } = scribe;
  const admission = admit(args, scribe.windows);
  if (!admission.ok) return refused(admission.refusal);
  const { path, content, entries } = admission.call;

  const ready = await scribe.prepare(path, signal);
  if (signal.aborted) return { kind: "aborted" };
  if (ready.kind !== "done") return refused(refuse("WRITER_LOST", { path }));
  if (!ready.outcome.ok) return refused(ready.outcome.refusal);

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

/** The writer's lanes: paths and pages that wait while others are dealt with are handed over together. */
export function writerLanes(grant: Grant, writer: WriterPort): Pick<Scribe, "prepare" | "commit"> {
  return {
    prepare: lane({
      mostItems: limits.batchPages,
      mostWeight: Number.POSITIVE_INFINITY,
      weigh: () => 0,
      async run(paths) {
        const reply = await writer.run("prepare_writes", { grant, paths });
        return reply.kind === "answer" ? reply.answer.verdicts : [];
      },
    }),
    commit: lane({
      mostItems: limits.batchPages,
      mostWeight: limits.batchBytes,
      weigh: ({ content }) => content.length,
      async run(pages) {
        const reply = await writer.run("commit_pages", { grant, pages });
        return reply.kind === "answer" ? reply.answer.outcomes : [];
      },
    }),
  };
}

function refused(refusal: Refusal): Outcome {
  return { kind: "refused", refusal };
}
