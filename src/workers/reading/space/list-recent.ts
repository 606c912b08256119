import type { ListRecentTask, RecentPage, SpaceAnswer } from "../../../core/messages/space.ts";
import { inSpace } from "./in-space.ts";
import { isoTime } from "./iso-time.ts";

interface Dated {
  readonly name: string;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly mtimeMs: bigint;
}

/** Lists the pages that were changed last. */
export function listRecent(task: ListRecentTask): Promise<SpaceAnswer<RecentPage>> {
  const { limit } = task;
  return inSpace(task, async (pages) => {
    let newest: Dated[] = [];
    for (const { path, file } of pages) {
      const { size, mtimeNs, mtimeMs } = file.stats;
      newest.push({ name: path, size, mtimeNs, mtimeMs });
      // So that a space of any size takes no more memory than this.
      if (newest.length > 2 * limit + 100) newest = firstOf(newest, limit);
    }
    return firstOf(newest, limit).map(({ name, size, mtimeMs }) => {
      return { name, mtime_iso: isoTime(mtimeMs), size_bytes: Number(size) };
    });
  });
}

/** They come by name, which the sort keeps among those of one time. */
function firstOf(pages: readonly Dated[], limit: number): Dated[] {
  return pages.toSorted((a, b) => (a.mtimeNs === b.mtimeNs ? 0 : a.mtimeNs < b.mtimeNs ? 1 : -1)).slice(0, limit);
}
