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
import { fewProcesses, sixteenProcesses } from "./faults/many-processes.ts";
import { noDescriptors } from "./faults/no-descriptors.ts";
import { readOnly } from "./faults/read-only.ts";
import { tornByOthers } from "./faults/torn-by-others.ts";

/** Every kind of fault. */
export const campaign: readonly Fault[] = [
  killAtCall,
  killAnytime,
  failAtCall,
  diskFull,
  fileSizeLimit,
  noDescriptors,
  readOnly,
  lostThreads,
  fewProcesses,
  sixteenProcesses,
  fuzzLines,
  fuzzPaths,
  changingSources,
  tornByOthers,
];
