import { closeSync, openSync } from "node:fs";
import { aroundCalls, isWriter } from "./around-calls.ts";

// Once a page has been recorded, from one of the writer's calls to the system to another, no descriptor is left in the
// whole process.
const first = Number(process.env.TORTURE_TURN);
const end = first + Number(process.env.TORTURE_TIMES);
const taken: number[] = [];
let calls = 0;

if (isWriter) {
  aroundCalls(({ primitive, proceed }) => {
    if (calls > 0 || primitive === "fdatasync") calls += 1;
    if (calls === first) takeAll();
    if (calls === end) for (const fd of taken.splice(0)) closeSync(fd);
    return proceed();
  });
}

function takeAll(): void {
  try {
    for (;;) taken.push(openSync("/dev/null", "r"));
  } catch {
    // There are no more.
  }
}
