import { limits } from "../../core/limits.ts";
import type { ProgressNote } from "../../core/messages/reader.ts";
import type { SendProgress } from "../shared/tools.ts";

/** Sums the notes of one call's sources, in bytes, and passes on what rises, at most ten times a second. */
export function progressMeter(send: SendProgress, now: () => number = performance.now.bind(performance)) {
  const jobs = new Map<number, ProgressNote>();
  let sent = 0;
  let last = Number.NEGATIVE_INFINITY;
  return (note: ProgressNote): void => {
    jobs.set(note.job, note);
    const time = now();
    if (time - last < limits.progressMs) return;
    let done = 0;
    let total = 0;
    for (const job of jobs.values()) {
      done += job.bytes_done;
      total += job.bytes_total;
    }
    if (done <= sent) return;
    sent = done;
    last = time;
    send(done, total);
  };
}
