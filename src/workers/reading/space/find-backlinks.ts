import type { Backlink, FindBacklinksTask, SpaceAnswer } from "../../../core/messages/space.ts";
import { splitLines } from "../../../core/text/lines.ts";
import { linkTargets } from "../../../core/text/wikilinks.ts";
import { inTexts } from "./in-texts.ts";
import { rowText } from "./row-text.ts";

/** Finds the lines that link to a page. */
export function findBacklinks(task: FindBacklinksTask): Promise<SpaceAnswer<Backlink>> {
  return inTexts(task, function* (text, path) {
    for (const [index, line] of splitLines(text).entries()) {
      if (linkTargets(line).includes(task.target)) yield { file: path, line: index + 1, text: rowText(line.trim()) };
    }
  });
}
