import { splitLines } from "../text/lines.ts";

/**
 * What became of an edit when another writer came after it: it stands; it is lost, so that it may be made again and
 * never stands twice; or it cannot be told, because a part of it is left.
 */
export type EditFate = "stands" | "lost" | "unclear";

/**
 * Tells what became of an edit. It is known by the lines that it brought in or, when it only took some out, by those:
 * when the page now has none of them more (or fewer) than before the edit, another writer has put back what was there.
 * @param before the text that was read, `written` what it was made into, `now` what stands there
 */
export function editFate(before: string, written: string, now: string): EditFate {
  if (now === written) return "stands";
  const [had, made, has] = [before, written, now].map(countLines) as [Counts, Counts, Counts];
  const brought = telling([...made.keys()].filter((line) => countOf(made, line) > countOf(had, line)));
  if (brought.length > 0) {
    const left = brought.filter((line) => countOf(has, line) > countOf(had, line));
    if (left.length > 0) return left.length === brought.length && !isBlank(left) ? "stands" : "unclear";
    return isWithinLines(brought, before, now) ? "unclear" : "lost";
  }
  const taken = telling([...had.keys()].filter((line) => countOf(had, line) > countOf(made, line)));
  if (taken.length > 0) {
    const gone = taken.filter((line) => countOf(has, line) < countOf(had, line));
    if (gone.length > 0) return gone.length === taken.length ? "stands" : "unclear";
    return "lost";
  }
  // Only the order of lines, their ends or blanks at them were changed.
  return now.startsWith(before) && !now.startsWith(written) ? "lost" : "unclear";
}

type Counts = ReadonlyMap<string, number>;

/** Lines without their ends: the last one of a page may gain one by what is put after it, and editors strip blanks. */
function countLines(text: string): Counts {
  const counts = new Map<string, number>();
  for (const line of splitLines(text)) {
    const bare = line.trimEnd();
    counts.set(bare, (counts.get(bare) ?? 0) + 1);
  }
  return counts;
}

function countOf(counts: Counts, line: string): number {
  return counts.get(line) ?? 0;
}

/** Empty lines come with any text, so they tell nothing where there are others. */
function telling(lines: readonly string[]): readonly string[] {
  const others = lines.filter((line) => line !== "");
  return others.length > 0 ? others : lines;
}

function isBlank(lines: readonly string[]): boolean {
  return lines.every((line) => line === "");
}

/** Whether the first or the last line goes on within a longer one, as when somebody wrote on where the edit ended. */
function isWithinLines(lines: readonly string[], before: string, now: string): boolean {
  return [lines.at(0), lines.at(-1)].some((line = "") => {
    const part = line.trim();
    return part !== "" && now.split(part).length > before.split(part).length;
  });
}
