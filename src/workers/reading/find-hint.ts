import { limits } from "../../core/limits.ts";
import { type NearMiss, nearMiss, type Source } from "../../core/lineage/near-miss.ts";
import { sameStamp } from "../../core/lineage/stamp.ts";
import type { Stamp } from "../../core/messages/reader.ts";
import { readChunks } from "../fence/chunks.ts";
import { stampOf } from "../fence/stamp.ts";
import { sys } from "../fence/sys.ts";
import { chunkBuffers } from "./scan-whole.ts";

/**
 * Looks in a file for what a quote that does not occur in it may have meant. Null when there is no such text or more
 * than one, when the file is large or the search takes long, and when the file is no longer of the version `stamp`.
 */
export async function findHint(fd: number, stamp: Stamp, quote: string): Promise<NearMiss | null> {
  if (stamp.size > limits.hintFileBytes) return null;
  const end = sys.now() + limits.hintMs;
  const source: Source = {
    bytes: stamp.size,
    read: async (from, to, feed) => (await readChunks(fd, from, to, chunkBuffers(), feed)) === to - from,
    expired: () => sys.now() >= end,
  };
  const hint = await nearMiss(quote, source);
  return sameStamp(stamp, stampOf(fd)) ? hint : null;
}
