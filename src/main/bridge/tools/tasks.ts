import editedOutput from "../../../../schemas/space/edited.output.json" with { type: "json" };
import tasksOutput from "../../../../schemas/space/tasks.output.json" with { type: "json" };
import { readPageName } from "../../../core/space/page-name.ts";
import { spaceRefused } from "../../../core/space/refusal.ts";
import { listTasks, setTask } from "../../../core/text/tasks.ts";
import { findText } from "../pages/find.ts";
import type { Pages } from "../pages/pages.ts";
import { type BridgeTool, bridgeTool, type Outcome } from "../tool.ts";
import { edit } from "./editing.ts";
import { resolved } from "./results.ts";
import { blankFault, textFault } from "./texts.ts";

/** Lists the tasks of the whole space on disk; null when the bridge runs without it. */
export type SpaceTasks = ((prefix: string, signal: AbortSignal) => Promise<Outcome | null>) | null;

/** The tools for tasks. */
export function taskTools(pages: Pages, spaceTasks: SpaceTasks): BridgeTool[] {
  return [
    bridgeTool({
      name: "list_tasks",
      title: "List tasks",
      description:
        "Lists the tasks of a page or, without page and where the space on disk is enabled, of all pages whose path holds " +
        "prefix. ref is the target of the task's first wikilink, by which check_task knows it.",
      effect: "reads",
      idempotent: true,
      output: tasksOutput,
      async run({ page, prefix = "" }, signal) {
        if (page === undefined)
          return spaceTasks === null ? spaceRefused("NOT_ENABLED", {}) : spaceTasks(prefix, signal);
        const read = readPageName(page, "page");
        if (!read.ok) return read;
        const found = await findText(pages.server, read.name);
        if (!found.ok) return found;
        const { file, bytes } = found.value;
        const result = listTasks(bytes.toString()).map(({ ref, line, state, text }) => ({
          name: file,
          ref,
          line,
          state,
          text,
        }));
        return { ok: true, value: { result, ...resolved(read.name, file) } };
      },
    }),
    bridgeTool({
      name: "check_task",
      title: "Check task",
      description:
        "Sets the state of the one task on a page whose wikilink is ref: done [x], todo [ ] or cancelled [X]. Nothing but " +
        "that character changes.",
      effect: "changes",
      idempotent: true,
      output: editedOutput,
      run(input) {
        const { page, ref, state = "done" } = input;
        return edit(pages, "page", page, input, blankFault("ref", ref) ?? textFault({ ref }), (body, file) => {
          const set = setTask(body, ref, state);
          if (set.ok) return { ok: true, value: set.text };
          return spaceRefused(set.found === "none" ? "TASK_NOT_FOUND" : "TASK_AMBIGUOUS", { page: file, ref });
        });
      },
    }),
  ];
}
