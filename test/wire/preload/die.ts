import { isMainThread } from "node:worker_threads";
import { beforeCalls } from "./before-calls.ts";

// Ends the thread before a call on a path that asks for it, as `die-at-link.md` does for link.
if (!isMainThread) {
  beforeCalls((primitive, args) => {
    if (args.some((arg) => typeof arg === "string" && arg.includes(`die-at-${primitive}`))) process.exit(1);
  });
}
