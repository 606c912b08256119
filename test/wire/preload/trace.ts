import { appendFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import { isMainThread } from "node:worker_threads";
import { beforeCalls } from "./before-calls.ts";

// Notes in a file which call of the fence that changes the disk is made on which file.
const changing = ["write", "fsync", "fdatasync", "link", "rename", "unlink"];

if (!isMainThread) {
  beforeCalls((primitive, args) => {
    if (changing.includes(primitive)) {
      appendFileSync(process.env.WYRD_TRACE ?? "", `${primitive} ${args.flatMap(named).join(" ")}\n`);
    }
  });
}

/** The last name of a path or of an open file, with what is random in it left out. */
function named(arg: unknown): string[] {
  const path = typeof arg === "number" ? readlinkSync(`/proc/self/fd/${arg}`) : arg;
  return typeof path === "string" ? [basename(path).replace(/^page-.*/, "temp")] : [];
}
