import { splitLines } from "../text/lines.ts";

/**
 * Whether nothing is left of an edit, so that it may be made again and never stands twice. An edit is told by the lines
 * that it brought in or, when it only took some out, by those: when the page now has none of them more (or fewer) than
 * before the edit, another writer has put back what was there.
 * @param before the text that was read, `written` what it was made into, `now` what stands there
 */
export function isEditLost(before: string, written: string, now: string): boolean {
  const [had, made, has] = [before, written, now].map(countLines) as [Counts, Counts, Counts];
  const brought = [...made.keys()].filter((line) => countOf(made, line) > countOf(had, line));
  if (brought.length > 0) return brought.every((line) => countOf(has, line) <= countOf(had, line));
  const taken = [...had.keys()].filter((line) => countOf(had, line) > countOf(made, line));
  if (taken.length > 0) return taken.every((line) => countOf(has, line) >= countOf(had, line));
  return now === before;
}

type Counts = ReadonlyMap<string, number>;

/** Lines without their ends: the last one of a page may gain one by what is put after it. */
function countLines(text: string): Counts {
  const counts = new Map<string, number>();
  for (const line of splitLines(text)) {
    const bare = line.replace(/\r?\n$/, "");
    counts.set(bare, (counts.get(bare) ?? 0) + 1);
  }
  return counts;
}

function countOf(counts: Counts, line: string): number {
  return counts.get(line) ?? 0;
}
