/** Lines, with their ends, that both texts have, that only the old one has, or that only the new one has. */
export interface Run {
  readonly mark: " " | "-" | "+";
  readonly lines: readonly string[];
}

/** Runs that are shown together, and the numbers of their first lines. */
interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly runs: Run[];
}

/** Lines that are shown on each side of those that differ. */
export const context = 3;

/**
 * The hunks of a unified diff.
 * @param runs all that is to be shown, with no more than the context before the first difference and after the last one
 * @param above how many lines stand above the runs, in both texts
 */
export function formatHunks(runs: readonly Run[], above: number): string {
  return cutHunks(runs, above).map(formatHunk).join("");
}

/** Cuts what both texts have where so much of it stands together that its middle is not shown. */
function cutHunks(runs: readonly Run[], above: number): Hunk[] {
  let hunk: Hunk = { oldStart: above + 1, newStart: above + 1, runs: [] };
  const hunks = [hunk];
  let [oldLine, newLine] = [above + 1, above + 1];
  for (const { mark, lines } of runs) {
    if (mark !== "+") oldLine += lines.length;
    if (mark !== "-") newLine += lines.length;
    if (mark !== " " || lines.length <= 2 * context) {
      hunk.runs.push({ mark, lines });
      continue;
    }
    hunk.runs.push({ mark, lines: lines.slice(0, context) });
    hunk = { oldStart: oldLine - context, newStart: newLine - context, runs: [{ mark, lines: lines.slice(-context) }] };
    hunks.push(hunk);
  }
  return hunks;
}

function formatHunk({ oldStart, newStart, runs }: Hunk): string {
  const ranges = `-${range(oldStart, countLines(runs, "+"))} +${range(newStart, countLines(runs, "-"))}`;
  return `@@ ${ranges} @@\n${runs.map(formatRun).join("")}`;
}

/** Of no lines, the line before is named. */
function range(start: number, count: number): string {
  return `${count === 0 ? start - 1 : start},${count}`;
}

function countLines(runs: readonly Run[], without: "-" | "+"): number {
  return runs.reduce((count, { mark, lines }) => (mark === without ? count : count + lines.length), 0);
}

function formatRun({ mark, lines }: Run): string {
  if (lines.length === 0) return "";
  const text = mark + lines.join(mark);
  return text.endsWith("\n") ? text : `${text}\n\\ No newline at end of file\n`;
}
