import { limits } from "../../../core/limits.ts";
import type { HearProgress } from "./ask.ts";

/** The part of a terminal that a bar needs. */
export interface Terminal {
  write(text: string): unknown;
}

export interface ProgressBar {
  readonly hear: HearProgress;
  /** Takes the bar off the screen, until there is progress again. */
  clear(): void;
}

const cells = 30;
const eraseLine = "\r\x1b[K";

/** A bar on one line of a terminal, drawn at most ten times a second. */
export function progressBar(terminal: Terminal, now: () => number = performance.now.bind(performance)): ProgressBar {
  let drawn = false;
  let last = Number.NEGATIVE_INFINITY;

  return {
    hear(step, done, total) {
      const time = now();
      if (time - last < limits.progressMs || total === 0) return;
      last = time;
      drawn = true;
      const share = Math.min(1, done / total);
      const full = Math.floor(share * cells);
      const bar = "#".repeat(full).padEnd(cells, ".");
      terminal.write(`${eraseLine}${step.padEnd(7)} [${bar}] ${Math.floor(share * 100)} %`);
    },
    clear() {
      if (drawn) terminal.write(eraseLine);
      drawn = false;
    },
  };
}
