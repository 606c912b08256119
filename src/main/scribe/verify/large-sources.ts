import type { Grant, KnownSource } from "../../../core/messages/reader.ts";
import { inOrder } from "../../shared/in-order.ts";
import { progressMeter } from "../progress.ts";
import { type Auditor, ask } from "./ask.ts";

/**
 * Reads each large source once, before the slices that cite it. Gives what the slices may rely on, in the order of the
 * paths: null for a source that cannot be read, which they find out for themselves, or is not at rest.
 */
export async function readLargeSources(
  auditor: Auditor,
  grant: Grant,
  paths: readonly string[],
): Promise<readonly (KnownSource | null)[]> {
  const meter = progressMeter((done, total) => auditor.hear("sources", done, total));
  const known: (KnownSource | null)[] = [];
  const read = async (job: number, path: string): Promise<KnownSource | null> => {
    const deaf = auditor.readers.listen(job, meter);
    const answer = await ask(auditor, "resolve_source", { grant, path, asks: [], known: null, job });
    deaf();
    if (!answer.ok || !("finding" in answer)) return null;
    const { stamp, sha256, settled } = answer.finding;
    return settled ? { path, stamp, sha256 } : null;
  };
  const jobs = inOrder(paths.entries(), auditor.width, ([index, path]) => read(index + 1, path));
  for await (const source of jobs) known.push(source);
  return known;
}
