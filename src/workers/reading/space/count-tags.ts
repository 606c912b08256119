import type { Count, SpaceAnswer, SpaceTask } from "../../../core/messages/space.ts";
import { frontmatterTags } from "../../../core/text/tags.ts";
import { pageCounts } from "./count-rows.ts";
import { inSpace } from "./in-space.ts";
import { readPage } from "./read-page.ts";
import { rowText } from "./row-text.ts";

/** Counts the pages of each tag that stands in a frontmatter. */
export function countTags(task: SpaceTask): Promise<SpaceAnswer<Count>> {
  return inSpace(task, async (pages) => {
    const counts = pageCounts();
    for (const { file } of pages) {
      const text = await readPage(file);
      for (const tag of new Set(frontmatterTags(text ?? "").map(rowText))) counts.add(tag);
    }
    return counts.rows().sort((a, b) => b.pages - a.pages);
  });
}
