import { isMainThread } from "node:worker_threads";
import { beforeCalls } from "./before-calls.ts";

// Kills the server before a call of the fence, as `link 2` asks for the second link.
const [wanted, turn] = (process.env.WYRD_KILL ?? "").split(" ");
let calls = 0;

if (!isMainThread) {
  beforeCalls((primitive) => {
    if (primitive === wanted && ++calls === Number(turn)) process.kill(process.pid, "SIGKILL");
  });
}
