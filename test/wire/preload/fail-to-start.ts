import { isMainThread, threadId } from "node:worker_threads";

// The first reader, which is the second thread, fails while it starts.
if (!isMainThread && threadId === 2) throw new Error("no descriptors left");
