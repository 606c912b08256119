import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";
import { splitLines } from "./lines.ts";

/** Lines that two texts have in common at their beginning and at their end. */
interface Common {
  readonly head: number;
  readonly tail: number;
}

/** The parts of the two texts that a diff has to look at. */
interface Window {
  readonly old: readonly string[];
  readonly new: readonly string[];
  /** Lines of context around the lines that differ. */
  readonly head: number;
  readonly tail: number;
}

const context = 3;
/** Lines removed and added in all. A search for more takes too long, and no one reads so many. */
const mostEdits = 1000;

/**
 * A unified diff with three lines of context; empty when the texts are equal. Lines end in LF only. Where very much
 * differs, all lines from the first difference to the last are replaced.
 */
export function unifiedDiff(before: string, after: string, fromName: string, toName: string): string {
  if (before === after) return "";
  const [oldLines, newLines] = [splitLines(before), splitLines(after)];
  const common = inCommon(oldLines, newLines);
  const window = cutWindow(oldLines, newLines, common);
  const [old, now] = [window.old.join(""), window.new.join("")];
  const patch = structuredPatch(fromName, toName, old, now, undefined, undefined, { context, maxEditLength: mostEdits });
  const above = common.head - window.head;
  const hunks = (patch?.hunks ?? [replaceAll(window)]).map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + above,
    newStart: hunk.newStart + above,
  }));
  const named = { oldFileName: fromName, newFileName: toName, oldHeader: undefined, newHeader: undefined };
  return formatPatch({ ...named, hunks }, FILE_HEADERS_ONLY);
}

function inCommon(old: readonly string[], now: readonly string[]): Common {
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  return { head, tail };
}

function cutWindow(old: readonly string[], now: readonly string[], common: Common): Window {
  const head = Math.min(context, common.head);
  const tail = Math.min(context, common.tail);
  const cut = (lines: readonly string[]) => lines.slice(common.head - head, lines.length - common.tail + tail);
  return { old: cut(old), new: cut(now), head, tail };
}

function replaceAll({ old, new: now, head, tail }: Window) {
  const lines = [
    ...old.slice(0, head).flatMap((line) => marked(" ", line)),
    ...old.slice(head, old.length - tail).flatMap((line) => marked("-", line)),
    ...now.slice(head, now.length - tail).flatMap((line) => marked("+", line)),
    ...old.slice(old.length - tail).flatMap((line) => marked(" ", line)),
  ];
  return { oldStart: 1, oldLines: old.length, newStart: 1, newLines: now.length, lines };
}

function marked(mark: " " | "-" | "+", line: string): string[] {
  return line.endsWith("\n") ? [mark + line.slice(0, -1)] : [mark + line, "\\ No newline at end of file"];
}
