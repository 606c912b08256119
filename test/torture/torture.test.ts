import t, { type Test } from "tap";
import type { Fault } from "./fault.ts";
import { changingSources } from "./faults/changing-sources.ts";
import { diskFull } from "./faults/disk-full.ts";
import { failAtCall } from "./faults/fail-at-call.ts";
import { fileSizeLimit } from "./faults/file-size-limit.ts";
import { fuzzLines } from "./faults/fuzz-lines.ts";
import { fuzzPaths } from "./faults/fuzz-paths.ts";
import { killAnytime } from "./faults/kill-anytime.ts";
import { killAtCall } from "./faults/kill-at-call.ts";
import { lostThreads } from "./faults/lost-threads.ts";
import { fewProcesses } from "./faults/many-processes.ts";
import { noDescriptors } from "./faults/no-descriptors.ts";
import { readOnly } from "./faults/read-only.ts";
import { tornByOthers } from "./faults/torn-by-others.ts";
import { playRounds } from "./play.ts";

t.setTimeout(300_000);

const onLinux = process.platform === "linux" ? {} : { skip: "needs /proc, mount, ulimit and mkfifo" };

/** Other rounds in every run; a failure says how to play its round again. */
const first = Date.now() % 1_000_000;

async function survives(t: Test, ...faults: readonly Fault[]): Promise<void> {
  for (const fault of faults) {
    const { tally, failures } = await playRounds(fault, { first, rounds: fault.rounds.bounded, seconds: 60 });
    t.comment(`${fault.name}: ${JSON.stringify(tally)}`);
    t.strictSame(failures, [], fault.name);
  }
}

t.test(
  "[torture.kill] a server that is killed loses nothing that it acknowledged and leaves nothing half done",
  onLinux,
  (t) => survives(t, killAtCall, killAnytime),
);

t.test("[torture.system] no disk, no descriptor, no right: each call is told, and the others go on", onLinux, (t) =>
  survives(t, failAtCall, diskFull, fileSizeLimit, noDescriptors, readOnly),
);

t.test(
  "[torture.threads] a thread that ends, throws or runs out of memory takes only its own calls along",
  onLinux,
  (t) => survives(t, lostThreads),
);

t.test("[torture.processes] servers on one vault, some of them killed in the middle of a write", onLinux, (t) =>
  survives(t, fewProcesses, tornByOthers),
);

t.test("[torture.fuzz] whatever stands on a line or in a path, it is answered once and stays inside", onLinux, (t) =>
  survives(t, fuzzLines, fuzzPaths),
);

t.test("[torture.changing] a source that changes under the reader is recorded as it was at one moment", onLinux, (t) =>
  survives(t, changingSources),
);
