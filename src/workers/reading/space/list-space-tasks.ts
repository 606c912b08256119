import type { SpaceAnswer, SpaceTask, TaskRow } from "../../../core/messages/space.ts";
import { listTasks } from "../../../core/text/tasks.ts";
import { inTexts } from "./in-texts.ts";
import { rowText } from "./row-text.ts";

/** Lists the tasks of all pages, by line and then by page. */
export async function listSpaceTasks(task: SpaceTask): Promise<SpaceAnswer<TaskRow>> {
  const answer = await inTexts(task, function* (body, name) {
    for (const { ref, line, state, text } of listTasks(body)) {
      yield { name, ref: ref === null ? null : rowText(ref), line, state: rowText(state), text: rowText(text) };
    }
  });
  if (!answer.ok) return answer;
  // The pages come in order, and sorting keeps that order within a line.
  return { ok: true, rows: answer.rows.toSorted((a, b) => a.line - b.line) };
}
