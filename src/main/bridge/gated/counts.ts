import histogramOutput from "../../../../schemas/space/histogram.output.json" with { type: "json" };
import tagsOutput from "../../../../schemas/space/tags.output.json" with { type: "json" };
import type { Count } from "../../../core/messages/space.ts";
import { type BridgeTool, bridgeTool } from "../tool.ts";
import { prefixFault } from "./faults.ts";
import { type Gate, outcomeOf } from "./gate.ts";

/** The tools that count pages. */
export function countingTools({ grant, readers }: Gate): BridgeTool[] {
  return [
    bridgeTool({
      name: "journal_histogram",
      title: "Journal histogram",
      description:
        'Counts the pages of each month, as {"2026-11": 12}: by the date that a page\'s file name begins with or, without ' +
        "one, by its last change. prefix narrows it to pages whose path holds it, such as Journal.",
      effect: "reads",
      idempotent: true,
      output: histogramOutput,
      async run({ prefix = "" }, signal) {
        return prefixFault(prefix) ?? outcomeOf(readers.run("count_months", { grant, prefix }, signal), asObject);
      },
    }),
    bridgeTool({
      name: "tag_summary",
      title: "Tag summary",
      description:
        "Counts the pages of each tag in the tags of their frontmatter, the most used first. Tags in the text are not " +
        "counted. prefix narrows it to pages whose path holds it.",
      effect: "reads",
      idempotent: true,
      output: tagsOutput,
      async run({ prefix = "" }, signal) {
        return prefixFault(prefix) ?? outcomeOf(readers.run("count_tags", { grant, prefix }, signal), asObject);
      },
    }),
  ];
}

/** In the order of the rows, but that an object puts keys that are numbers first. */
function asObject(rows: readonly Count[]): object {
  return Object.fromEntries(rows.map(({ key, pages }) => [key, pages]));
}
