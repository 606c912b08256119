import { appendFileSync, openSync, renameSync, truncateSync, unlinkSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { randomOf } from "../random.ts";
import { changing, endMark, logLineBytes, logLines, logOf, mark, marked, versions } from "./versions.ts";

// Changes the sources of a vault, each change one call to the system, until its input ends.
const [root = "", seed = "0"] = process.argv.slice(2);
const random = randomOf(Number(seed));
const at = (name: string): string => join(root, name);
const markedFile = openSync(at(changing.marked), "r+");
let version = 0;
let lines = logLines;
let over = false;
process.stdin.on("end", () => {
  over = true;
});
process.stdin.resume();

const changes: readonly (() => void)[] = [markBoth, markBoth, markBoth, log, log, replace, vanish];

/** The mark at the end is never of a later version than that at the beginning. */
function markBoth(): void {
  version = (version + 1) % versions;
  writeSync(markedFile, mark(version), 0);
  writeSync(markedFile, mark(version), endMark);
}

function log(): void {
  if (lines < logLines) {
    lines += 1;
    appendFileSync(at(changing.log), logOf(lines).subarray(-logLineBytes));
  } else {
    lines = random.below(logLines);
    truncateSync(at(changing.log), logOf(lines).length);
  }
}

function replace(): void {
  moveIn(changing.replaced);
}

function vanish(): void {
  if (random.oneIn(2)) moveIn(changing.vanishing);
  else unlinkSync(at(changing.vanishing));
}

function moveIn(name: string): void {
  const aside = `${root}-aside`;
  const number = random.below(versions);
  writeFileSync(aside, marked(number, number));
  renameSync(aside, at(name));
}

process.stdout.write("changing\n");
while (!over) {
  try {
    random.pick(changes)();
  } catch {
    // It is away.
  }
  if (random.oneIn(3)) await setTimeout(random.below(12));
}
