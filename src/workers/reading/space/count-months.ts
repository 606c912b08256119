import type { Count, SpaceAnswer, SpaceTask } from "../../../core/messages/space.ts";
import type { PageFile } from "../../fence/pages-below.ts";
import { pageCounts } from "./count-rows.ts";
import { inSpace } from "./in-space.ts";
import { isoTime } from "./iso-time.ts";

const datedName = /^(\d{4}-(?:0[1-9]|1[0-2]))-(?:0[1-9]|[12]\d|3[01])(?!\d)/;

/** Counts the pages of each month: the one of the date that a file name begins with, or else of the last change. */
export function countMonths(task: SpaceTask): Promise<SpaceAnswer<Count>> {
  return inSpace(task, async (pages) => {
    const counts = pageCounts();
    for (const page of pages) counts.add(monthOf(page));
    return counts.rows();
  });
}

function monthOf({ path, file }: PageFile): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return datedName.exec(name)?.[1] ?? isoTime(file.stats.mtimeMs).replace(/-\d\dT.*/, "");
}
