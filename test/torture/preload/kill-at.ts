import { writeSync } from "node:fs";
import { aroundCalls, isWriter } from "./around-calls.ts";

// Kills the server at one of the writer's calls to the system, by its number, and says on stderr which one it was. A
// write is half done by then.
const turn = Number(process.env.TORTURE_TURN);
let calls = 0;

if (isWriter) {
  aroundCalls(({ primitive, args, proceed }) => {
    calls += 1;
    if (calls !== turn) return proceed();
    const [fd, bytes] = args;
    if (primitive === "write" && bytes instanceof Uint8Array) proceed(fd, bytes.subarray(0, bytes.length / 2));
    writeSync(2, `killed at ${primitive}`);
    return process.kill(process.pid, "SIGKILL");
  });
}
