import { isMainThread } from "node:worker_threads";
import { aroundCalls, errno, isWriter } from "./around-calls.ts";

// Fails some calls to the system in a row, of the writer or of the readers, with an errno. Of a first write half is
// written, as on a disk that fills up.
const { TORTURE_THREAD, TORTURE_TURN, TORTURE_TIMES, TORTURE_ERRNO = "EIO" } = process.env;
const first = Number(TORTURE_TURN);
const end = first + Number(TORTURE_TIMES);
let calls = 0;

if (!isMainThread && isWriter === (TORTURE_THREAD === "writer")) {
  aroundCalls(({ primitive, args, proceed }) => {
    if (primitive === "now" || primitive === "nonce") return proceed();
    calls += 1;
    if (calls < first || calls >= end) return proceed();
    const [fd, bytes] = args;
    if (primitive === "write" && bytes instanceof Uint8Array && bytes.length > 1 && calls === first) {
      return proceed(fd, bytes.subarray(0, bytes.length / 2));
    }
    // As the system does, a failing close gives the number back all the same.
    if (primitive === "close") proceed();
    throw errno(TORTURE_ERRNO);
  });
}
