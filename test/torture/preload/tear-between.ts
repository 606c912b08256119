import { appendFileSync } from "node:fs";
import { aroundCalls, isWriter } from "./around-calls.ts";
import { isForLedger } from "./ledger-write.ts";

// Before every third write to the ledger another server is killed in the middle of its own.
const torn = '{"schema":"wyrd.lineage/v1","event":"page_written","event_id":"';
let writes = 0;

if (isWriter) {
  aroundCalls(({ primitive, args, proceed }) => {
    const [fd, bytes] = args;
    if (primitive === "write" && isForLedger(bytes) && ++writes % 3 === 0) appendFileSync(`/proc/self/fd/${fd}`, torn);
    return proceed();
  });
}
