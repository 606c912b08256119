import writtenOutput from "../../../../schemas/space/written.output.json" with { type: "json" };
import { readPageName } from "../../../core/space/page-name.ts";
import { movePage } from "../pages/move.ts";
import type { Pages } from "../pages/pages.ts";
import { deletePage } from "../pages/remove.ts";
import { createPage, writePage } from "../pages/write.ts";
import { type BridgeTool, bridgeTool } from "../tool.ts";
import { resolved, writtenResult } from "./results.ts";
import { blankFault, textFault } from "./texts.ts";

const etagAdvice = "It returns the new etag; pass it as if_match of the next write, so that no other edit is lost.";

/** The tools that write whole pages. */
export function writingTools(pages: Pages): BridgeTool[] {
  return [
    bridgeTool({
      name: "write_page",
      title: "Write page",
      description: `Writes a whole page, new or in place of the old text. ${etagAdvice}`,
      effect: "changes",
      idempotent: true,
      output: writtenOutput,
      async run({ name, content, if_match = null }) {
        const read = readPageName(name, "name");
        if (!read.ok) return read;
        const fault = blankFault("content", content) ?? textFault({ content });
        return fault ?? writtenResult(read.name, await writePage(pages, read.name, content, if_match));
      },
    }),
    bridgeTool({
      name: "create_page",
      title: "Create page",
      description: "Creates a page, and never overwrites one that is there.",
      effect: "adds",
      idempotent: false,
      output: writtenOutput,
      async run({ name, content }) {
        const read = readPageName(name, "name");
        if (!read.ok) return read;
        const fault = textFault({ content });
        return fault ?? writtenResult(read.name, await createPage(pages, read.name, content));
      },
    }),
    bridgeTool({
      name: "move_page",
      title: "Move page",
      description:
        "Gives a page a new name: writes it there, then deletes the old one. It never overwrites. Links to the page are " +
        "not changed; find_backlinks tells where they are, where that is enabled.",
      effect: "changes",
      idempotent: false,
      output: writtenOutput,
      async run({ name, new_name, if_match = null }) {
        const from = readPageName(name, "name");
        if (!from.ok) return from;
        const to = readPageName(new_name, "new_name");
        if (!to.ok) return to;
        return writtenResult(to.name, await movePage(pages, from.name, to.name, if_match));
      },
    }),
    bridgeTool({
      name: "delete_page",
      title: "Delete page",
      description: "Deletes a page for good: there is no trash.",
      effect: "changes",
      idempotent: true,
      output: writtenOutput,
      async run({ name, if_match = null }) {
        const read = readPageName(name, "name");
        if (!read.ok) return read;
        const deleted = await deletePage(pages, read.name, if_match);
        if (!deleted.ok) return deleted;
        const nothing = { etag: null, size_bytes: null, last_modified_ms: null, created_ms: null };
        return { ok: true, value: { name: deleted.value, ...nothing, ...resolved(read.name, deleted.value) } };
      },
    }),
  ];
}
