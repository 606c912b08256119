import backlinksOutput from "../../../../schemas/space/backlinks.output.json" with { type: "json" };
import hitsOutput from "../../../../schemas/space/hits.output.json" with { type: "json" };
import { linkTarget } from "../../../core/text/wikilinks.ts";
import { type BridgeTool, bridgeTool, type Outcome } from "../tool.ts";
import { blankFault } from "../tools/texts.ts";
import { limitFault, prefixFault } from "./faults.ts";
import { type Gate, outcomeOf } from "./gate.ts";
import { asResult } from "./result.ts";

/** The tools that look for something in the text of pages. */
export function searchingTools(gate: Gate): BridgeTool[] {
  const { grant, readers } = gate;
  return [
    bridgeTool({
      name: "pages_touching_topic",
      title: "Pages touching a topic",
      description:
        "Finds every page in whose path or text the query stands literally, in any letter case, with a snippet around the " +
        "first place. For a common word prefer search_pages, which gives a limited number.",
      effect: "reads",
      idempotent: true,
      output: hitsOutput,
      async run({ query, prefix = "" }, signal) {
        return search(gate, query, prefix, null, signal);
      },
    }),
    bridgeTool({
      name: "search_pages",
      title: "Search pages",
      description:
        "Finds the first pages, by path, in whose path or text the query stands literally, in any letter case, with a " +
        "snippet around the first place. At most limit pages, 20 by default and never more than 100.",
      effect: "reads",
      idempotent: true,
      output: hitsOutput,
      async run({ query, prefix = "", limit = 20 }, signal) {
        return search(gate, query, prefix, limit, signal);
      },
    }),
    bridgeTool({
      name: "find_backlinks",
      title: "Find backlinks",
      description:
        "Finds the lines that link to a page with [[…]], those on the page itself included. Letter case counts; .md, a " +
        "#header and an alias do not.",
      effect: "reads",
      idempotent: true,
      output: backlinksOutput,
      async run({ target }, signal) {
        const page = linkTarget(target);
        const task = { grant, prefix: "", target: page };
        return blankFault("target", page) ?? outcomeOf(readers.run("find_backlinks", task, signal), asResult);
      },
    }),
  ];
}

async function search(
  { grant, readers }: Gate,
  query: string,
  prefix: string,
  limit: number | null,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const fault = blankFault("query", query) ?? (limit === null ? null : limitFault(limit)) ?? prefixFault(prefix);
  return fault ?? outcomeOf(readers.run("search_space", { grant, prefix, query, limit }, signal), asResult);
}
