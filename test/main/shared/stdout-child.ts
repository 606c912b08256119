import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { claimStdout } from "../../../src/main/shared/stdout.ts";

// Prints in every way there is, around one line of the protocol.
const loud = 'process.stdout.write("worker stdout\\n"); console.log("worker console")';
const earlier = process.stdout;
const earlyWorker = new Worker(loud, { eval: true });
const claimed = claimStdout();
const lateWorker = new Worker(loud, { eval: true });

console.log("console log");
console.table([{ console: "table" }]);
process.stdout.write("process stdout\n");
earlier.write("earlier stdout\n");
process.emitWarning("a warning");
claimed.write("claimed\n");
await Promise.all([earlyWorker, lateWorker].map((worker) => once(worker, "exit")));
