import { isMainThread, threadId } from "node:worker_threads";

// The first reader, which is the second thread, ends by itself while it starts.
if (!isMainThread && threadId === 2) process.exit(1);
