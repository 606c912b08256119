import type { Grant, KnownSource } from "../../../core/messages/reader.ts";
import { inOrder } from "../../shared/in-order.ts";
import { type ReaderPort, readerThreads } from "../../shared/ports.ts";
import { progressMeter } from "../progress.ts";
import { ask, type HearProgress } from "./ask.ts";

/**
 * Reads each large source once, before the slices that cite it. Gives what the slices may rely on, in the order of the
 * paths: null for a source that cannot be read, which they find out for themselves, or is not at rest.
 */
export async function readLargeSources(
  readers: ReaderPort,
  grant: Grant,
  paths: readonly string[],
  hear: HearProgress,
): Promise<readonly (KnownSource | null)[]> {
  const meter = progressMeter((done, total) => hear("sources", done, total));
  const known: (KnownSource | null)[] = [];
  const read = async (job: number, path: string): Promise<KnownSource | null> => {
    const deaf = readers.listen(job, meter);
    const answer = await ask(readers, "resolve_source", { grant, path, asks: [], known: null, job });
    deaf();
    if (!answer.ok || !("finding" in answer)) return null;
    const { stamp, sha256, settled } = answer.finding;
    return settled ? { path, stamp, sha256 } : null;
  };
  const jobs = inOrder(paths.entries(), readerThreads() + 1, ([index, path]) => read(index + 1, path));
  for await (const source of jobs) known.push(source);
  return known;
}
