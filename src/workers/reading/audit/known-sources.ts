import { limits } from "../../../core/limits.ts";
import { atRest } from "../../../core/lineage/stamp.ts";
import type { KnownSource } from "../../../core/messages/reader.ts";

/** What this thread has read whole, by path, the latest last. */
const sources = new Map<string, KnownSource>();

/** What is known of a source from earlier slices, or null. Its stamp tells whether it still holds. */
export function recallSource(path: string): KnownSource | null {
  return sources.get(path) ?? null;
}

/**
 * Remembers a source that was read whole, unless it is too young for its stamp to vouch for its bytes. The one that was
 * learned longest ago is forgotten first.
 * @param now milliseconds since 1970, taken before the file was stamped
 */
export function learnSource(source: KnownSource, now: number): void {
  sources.delete(source.path);
  if (!atRest(source.stamp, now, limits.settleMs)) return;
  sources.set(source.path, source);
  const [oldest] = sources.keys();
  if (sources.size > limits.knownSources && oldest !== undefined) sources.delete(oldest);
}
