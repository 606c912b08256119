import { limits } from "../../core/limits.ts";
import { type NearMiss, nearMiss, type Source } from "../../core/lineage/near-miss.ts";
import { sameStamp } from "../../core/lineage/stamp.ts";
import type { Stamp } from "../../core/messages/reader.ts";
import type { Fence } from "../fence/root.ts";
import { sys } from "../fence/sys.ts";
import { atOneVersion, type OpenVersion } from "./one-version.ts";
import { readRange } from "./read-range.ts";

/**
 * Looks in a file for what a quote that does not occur in it may have meant. Null when there is no such text or more
 * than one, when the file is large or the search takes long, and when the file is no longer of the version `stamp`.
 */
export async function findHint(fence: Fence, path: string, stamp: Stamp, quote: string): Promise<NearMiss | null> {
  if (stamp.size > limits.hintFileBytes) return null;
  const seen = await atOneVersion(fence, path, async (file) => {
    return { hint: sameStamp(file.stamp, stamp) ? await searchHint(file, quote) : null };
  });
  return seen.ok ? seen.value.hint : null;
}

function searchHint({ fd, stamp }: OpenVersion, quote: string): Promise<NearMiss | null> {
  const end = sys.now() + limits.hintMs;
  const source: Source = {
    bytes: stamp.size,
    read: async (from, to, feed) => (await readRange(fd, from, to, feed)) === to - from,
    expired: () => sys.now() >= end,
  };
  return nearMiss(quote, source);
}
