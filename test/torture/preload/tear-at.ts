import { aroundCalls, isWriter } from "./around-calls.ts";

// Kills the server in the middle of a write to the ledger, by its number.
const turn = Number(process.env.TORTURE_TURN);
let writes = 0;

if (isWriter) {
  aroundCalls(({ primitive, args, proceed }) => {
    const [fd, bytes] = args;
    if (primitive !== "write" || !(bytes instanceof Uint8Array) || !isForLedger(bytes)) return proceed();
    writes += 1;
    if (writes !== turn) return proceed();
    proceed(fd, bytes.subarray(0, bytes.length / 2));
    return process.kill(process.pid, "SIGKILL");
  });
}

function isForLedger(bytes: Uint8Array): boolean {
  return Buffer.from(bytes).toString("utf8", 0, 40).trimStart().startsWith('{"schema":"wyrd.lineage/v1"');
}
