import { writeSync } from "node:fs";
import { aroundCalls, isWriter } from "./around-calls.ts";

// Kills the server at one of the writer's calls to the system, by its number among all calls or among those that change
// the disk, and says on stderr which one it was. A write is half done by then.
const { TORTURE_TURN, TORTURE_AMONG } = process.env;
const turn = Number(TORTURE_TURN);
const changing = ["write", "fsync", "fsyncAlongside", "link", "unlink", "fdatasync"];
let calls = 0;

if (isWriter) {
  aroundCalls(({ primitive, args, proceed }) => {
    const counts = TORTURE_AMONG === "all" || changing.includes(primitive);
    if (!counts || ++calls !== turn) return proceed();
    const [fd, bytes] = args;
    if (primitive === "write" && bytes instanceof Uint8Array) proceed(fd, bytes.subarray(0, bytes.length / 2));
    writeSync(2, `killed at ${primitive}`);
    return process.kill(process.pid, "SIGKILL");
  });
}
