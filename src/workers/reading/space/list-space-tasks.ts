import type { SpaceAnswer, SpaceTask, TaskRow } from "../../../core/messages/space.ts";
import { listTasks } from "../../../core/text/tasks.ts";
import { inTexts } from "./in-texts.ts";
import { rowText } from "./row-text.ts";

/** Lists the tasks of all pages, those of a page by line. */
export function listSpaceTasks(task: SpaceTask): Promise<SpaceAnswer<TaskRow>> {
  return inTexts(task, function* (body, name) {
    for (const { ref, line, state, text } of listTasks(body)) {
      yield { name, ref: ref === null ? null : rowText(ref), line, state: rowText(state), text: rowText(text) };
    }
  });
}
