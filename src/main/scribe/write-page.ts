import type { Grant } from "../../core/messages/reader.ts";
import type { CommitOutcome, PageToCommit, PrepareVerdict } from "../../core/messages/writer.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Lane } from "../shared/lane.ts";
import type { ReaderPort } from "../shared/ports.ts";
import type { SendProgress } from "../shared/tools.ts";
import { admit } from "./admit.ts";
import type { KnownFiles } from "./known-files.ts";
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
  if (ready.kind !== "done") return refused(refuse("WRITER_LOST", { path, begun: false }));
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
      return refused(refuse("WRITER_LOST", { path, begun: true }));
  }
}

function refused(refusal: Refusal): Outcome {
  return { kind: "refused", refusal };
}
