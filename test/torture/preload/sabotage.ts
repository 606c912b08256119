import { isMainThread } from "node:worker_threads";
import { aroundCalls } from "./around-calls.ts";

// Ends or breaks the thread at a call to the system on a path that asks for it, as `sabotage-memory-link-7.md` does
// for link.
const ways: Readonly<Record<string, () => void>> = {
  exit: () => process.exit(1),
  throw() {
    throw new Error("sabotage");
  },
  reject: () => void Promise.reject(new Error("sabotage")),
  memory() {
    for (const hoard: unknown[] = []; ; ) hoard.push(new Array(10_000).fill(hoard.length));
  },
};

if (!isMainThread) {
  aroundCalls(({ primitive, args, proceed }) => {
    for (const [way, go] of Object.entries(ways)) {
      if (args.some((arg) => typeof arg === "string" && arg.includes(`sabotage-${way}-${primitive}`))) go();
    }
    return proceed();
  });
}
