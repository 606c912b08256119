import type { Hit, SearchSpaceTask, SpaceAnswer } from "../../../core/messages/space.ts";
import { literalFinder, type Occurrence } from "../../../core/text/literal-search.ts";
import { snippetAround } from "../../../core/text/snippet.ts";
import type { PageFile } from "../../fence/pages-below.ts";
import { inSpace } from "./in-space.ts";
import { readPage } from "./read-page.ts";
import { namedByRipgrep } from "./ripgrep.ts";
import { rowText } from "./row-text.ts";

/** Finds the pages in whose path or text a query stands literally, in any letter case. */
export function searchSpace(task: SearchSpaceTask): Promise<SpaceAnswer<Hit>> {
  const find = literalFinder(task.query);
  return inSpace(task, async (pages, fence) => {
    const named = await namedByRipgrep(fence.root.at, task.query);
    const rows: Hit[] = [];
    for (const page of pages) {
      const inName = find(page.path) !== null;
      const text = inName || mayHold(page, named) ? await readPage(page.file) : null;
      const row = text === null ? null : hitIn(page.path, inName, text, find(text));
      if (row !== null) rows.push(row);
      // Pages come in the order of the answer, so that none of the first can follow.
      if (rows.length === task.limit) break;
    }
    return rows;
  });
}

/** Ripgrep follows no links, so that what is behind one is searched here. */
function mayHold({ path, linked }: PageFile, named: ReadonlySet<string> | null): boolean {
  return named === null || linked || named.has(path);
}

function hitIn(name: string, inName: boolean, text: string, found: Occurrence | null): Hit | null {
  if (found === null) return inName ? { name, match: "name", snippet: rowText(snippetAround(text, 0, 0)) } : null;
  const snippet = rowText(snippetAround(text, found.at, found.length));
  return { name, match: inName ? "both" : "content", snippet };
}
