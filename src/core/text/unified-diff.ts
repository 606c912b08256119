import { diffArrays } from "diff";
import { limits } from "../limits.ts";
import { context, formatHunks, type Run } from "./diff-hunks.ts";
import { splitLines } from "./lines.ts";

/**
 * A unified diff with three lines of context; empty when the texts are equal. Lines end in LF only. Where very much
 * differs, all lines from the first difference to the last are replaced.
 */
export function unifiedDiff(before: string, after: string, fromName: string, toName: string): string {
  if (before === after) return "";
  const [old, now] = [splitLines(before), splitLines(after)];
  const head = commonHead(old, now);
  const tail = commonTail(old, now, head);
  const above = Math.max(0, head - context);
  const runs: Run[] = [
    { mark: " ", lines: old.slice(above, head) },
    ...compare(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    { mark: " ", lines: old.slice(old.length - tail, old.length - tail + context) },
  ];
  return `--- ${fromName}\n+++ ${toName}\n${formatHunks(runs, above)}`;
}

function compare(old: string[], now: string[]): Run[] {
  const changes = diffArrays(old, now, { maxEditLength: limits.diffEdits });
  if (changes === undefined) {
    return [
      { mark: "-", lines: old },
      { mark: "+", lines: now },
    ];
  }
  return changes.map(({ added, removed, value }) => ({ mark: removed ? "-" : added ? "+" : " ", lines: value }));
}

function commonHead(old: readonly string[], now: readonly string[]): number {
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head++;
  return head;
}

/** Of what stands below the common head. */
function commonTail(old: readonly string[], now: readonly string[], head: number): number {
  const most = Math.min(old.length, now.length) - head;
  let tail = 0;
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  return tail;
}
