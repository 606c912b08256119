import { isMainThread, threadId } from "node:worker_threads";
import { beforeCalls } from "./before-calls.ts";

// The writer, which is the first thread, ends before a call on `die-at-link.md`. The third thread, which takes its place
// beside the reader, ends by itself while it starts.
if (!isMainThread && threadId === 3) process.exit(1);
if (!isMainThread && threadId === 1) {
  beforeCalls((primitive, args) => {
    if (primitive === "link" && String(args[1]).endsWith("die-at-link.md")) process.exit(1);
  });
}
