import { isMainThread, threadId } from "node:worker_threads";
import { beforeCalls } from "./before-calls.ts";

// Prints in every way there is: a worker at each call of the fence, the main thread from SIGUSR2 on, when it serves.
if (isMainThread) process.on("SIGUSR2", () => setInterval(print, 1).unref());
else beforeCalls(print);

function print(): void {
  const noise = `noise of thread ${threadId}`;
  console.log(noise);
  console.table([noise]);
  console.error(noise);
  process.stdout.write(`${noise}\n`);
  process.emitWarning(noise);
}
