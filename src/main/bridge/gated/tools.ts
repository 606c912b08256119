import recentOutput from "../../../../schemas/space/recent.output.json" with { type: "json" };
import { type BridgeTool, bridgeTool, type Outcome } from "../tool.ts";
import { countingTools } from "./counts.ts";
import { prefixFault } from "./faults.ts";
import { type Gate, outcomeOf } from "./gate.ts";
import { asResult } from "./result.ts";
import { searchingTools } from "./searches.ts";

/** The tools that need the space on disk. */
export function gatedTools(gate: Gate): BridgeTool[] {
  return [...countingTools(gate), recentPages(gate), ...searchingTools(gate)];
}

function recentPages({ grant, readers }: Gate): BridgeTool {
  return bridgeTool({
    name: "recent_pages",
    title: "Recent pages",
    description:
      "Lists the pages that were changed last, the newest first. prefix narrows it to pages whose path holds it.",
    effect: "reads",
    idempotent: true,
    output: recentOutput,
    async run({ limit = 10, prefix = "" }, signal) {
      return prefixFault(prefix) ?? outcomeOf(readers.run("list_recent", { grant, prefix, limit }, signal), asResult);
    },
  });
}

/** Lists the tasks of all pages whose path holds the prefix: `list_tasks` without a page. */
export async function spaceTasks(
  { grant, readers }: Gate,
  prefix: string,
  signal: AbortSignal,
): Promise<Outcome | null> {
  return prefixFault(prefix) ?? outcomeOf(readers.run("list_tasks", { grant, prefix }, signal), asResult);
}
