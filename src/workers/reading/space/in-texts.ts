import type { SpaceAnswer, SpaceTask } from "../../../core/messages/space.ts";
import { inSpace } from "./in-space.ts";
import { readPage } from "./read-page.ts";

/** Makes rows of the text of each page that has one, by rising path. The rows hold copies of what they quote. */
export function inTexts<Row>(
  task: SpaceTask,
  rowsOf: (text: string, path: string) => Iterable<Row>,
): Promise<SpaceAnswer<Row>> {
  return inSpace(task, async (pages) => {
    const rows: Row[] = [];
    for (const { path, file } of pages) {
      const text = await readPage(file);
      if (text === null) continue;
      for (const row of rowsOf(text, path)) rows.push(row);
    }
    return rows;
  });
}
