import { aroundCalls, isWriter } from "./around-calls.ts";
import { isForLedger } from "./ledger-write.ts";

// Kills the server in the middle of a write to the ledger, by its number.
const turn = Number(process.env.TORTURE_TURN);
let writes = 0;

if (isWriter) {
  aroundCalls(({ primitive, args, proceed }) => {
    const [fd, bytes] = args;
    if (primitive !== "write" || !isForLedger(bytes) || ++writes !== turn) return proceed();
    proceed(fd, bytes.subarray(0, bytes.length / 2));
    return process.kill(process.pid, "SIGKILL");
  });
}
