import editedOutput from "../../../../schemas/space/edited.output.json" with { type: "json" };
import { readPageName } from "../../../core/space/page-name.ts";
import { type SpaceRefused, spaceRefused } from "../../../core/space/refusal.ts";
import { splitLines } from "../../../core/text/lines.ts";
import { appendText, patchLines, prependText, replaceText } from "../../../core/text/page-edits.ts";
import { type Change, editPage } from "../pages/edit.ts";
import type { Pages } from "../pages/pages.ts";
import { type BridgeTool, bridgeTool, type Outcome } from "../tool.ts";
import { editedResult } from "./results.ts";
import { blankFault, textFault } from "./texts.ts";

/** What all tools that edit a page take. */
interface EditInput {
  readonly if_match?: string;
  readonly dry_run?: boolean;
  readonly max_retries?: number;
}

/** Edits the page of this name, unless the call's other arguments are at fault. */
export async function edit(
  pages: Pages,
  argument: "name" | "page",
  given: string,
  input: EditInput,
  fault: SpaceRefused | null,
  change: Change,
): Promise<Outcome> {
  const read = readPageName(given, argument);
  if (!read.ok) return read;
  if (fault !== null) return fault;
  const { if_match: ifMatch = null, dry_run: dryRun = false, max_retries: maxRetries = 3 } = input;
  return editedResult(read.name, await editPage(pages, { name: read.name, ifMatch, dryRun, maxRetries, change }));
}

/** An edit that is made again changes the page again. */
const shared = { effect: "changes", idempotent: false, output: editedOutput } as const;

/** The tools that edit a page in place. */
export function editingTools(pages: Pages): BridgeTool[] {
  return [
    bridgeTool({
      ...shared,
      name: "append_to_page",
      title: "Append to page",
      description: "Adds text at the end of a page, on a line of its own. The page must exist.",
      effect: "adds",
      run(input) {
        const { name, text } = input;
        const fault = blankFault("text", text) ?? textFault({ text });
        return edit(pages, "name", name, input, fault, (body) => ({ ok: true, value: appendText(body, text) }));
      },
    }),
    bridgeTool({
      ...shared,
      name: "prepend_to_page",
      title: "Prepend to page",
      description:
        "Adds text at the beginning of a page: after its frontmatter or, with position top, before everything.",
      effect: "adds",
      run(input) {
        const { name, content, position = "after_frontmatter" } = input;
        const fault = blankFault("content", content) ?? textFault({ content });
        return edit(pages, "name", name, input, fault, (body) => ({
          ok: true,
          value: prependText(body, content, position),
        }));
      },
    }),
    bridgeTool({
      ...shared,
      name: "patch_page_lines",
      title: "Replace lines",
      description: "Replaces lines of a page, counted from 1, both ends included. Empty new_content deletes them.",
      run(input) {
        const { name, start_line, end_line, new_content } = input;
        const fault = rangeFault(start_line, end_line) ?? textFault({ new_content });
        return edit(pages, "name", name, input, fault, (body, page, first) => {
          if (!sameHead(body, first, end_line)) return shifted(page);
          const patched = patchLines(body, start_line, end_line, new_content);
          return patched.ok
            ? { ok: true, value: patched.text }
            : spaceRefused("LINES_OUT_OF_BOUNDS", { page, start: start_line, end: end_line, lines: patched.lines });
        });
      },
    }),
    bridgeTool({
      ...shared,
      name: "patch_page_replace",
      title: "Replace text",
      description: "Replaces a text of a page, literally. It must occur once, unless replace_all is true.",
      run(input) {
        const { name, find, new_string, replace_all = false } = input;
        const fault = blankFault("find", find) ?? textFault({ find, new_string });
        return edit(pages, "name", name, input, fault, (body, page) => {
          const replaced = replaceText(body, find, new_string, replace_all);
          if (replaced.ok) return { ok: true, value: replaced.text };
          if (replaced.tooLong) return spaceRefused("BAD_INPUT", { problem: "the page would be larger than 64 MiB" });
          return replaced.count === 0
            ? spaceRefused("FIND_NOT_FOUND", { page })
            : spaceRefused("FIND_AMBIGUOUS", { page, count: replaced.count });
        });
      },
    }),
  ];
}

function rangeFault(start: number, end: number): SpaceRefused | null {
  if (start < 1) return spaceRefused("BAD_INPUT", { problem: `start_line must be >= 1, got ${start}` });
  if (end < start) {
    return spaceRefused("BAD_INPUT", { problem: `end_line (${end}) must be >= start_line (${start})` });
  }
  return null;
}

/** Whether the lines up to `last` are those that the first attempt saw: else the numbers now name others. */
function sameHead(body: string, first: string, last: number): boolean {
  if (body === first) return true;
  const head = (text: string): string => splitLines(text).slice(0, last).join("");
  return head(body) === head(first);
}

function shifted(page: string): SpaceRefused {
  return spaceRefused("LINES_SHIFTED", { page });
}
