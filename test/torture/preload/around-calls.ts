import { threadId } from "node:worker_threads";
import { sys } from "../../../src/workers/fence/sys.ts";

/** A call of the fence to the system. */
export interface SystemCall {
  readonly primitive: string;
  readonly args: readonly unknown[];
  /** Makes it, with other arguments when they are given. */
  proceed(...args: unknown[]): unknown;
}

/** The writer is the first thread that the main thread starts. */
export const isWriter = threadId === 1;

const promising = ["fsyncAlongside", "readAhead"];

/** Has every call of the fence to the system, in this thread, made by `act`. What it throws is the call's error. */
export function aroundCalls(act: (call: SystemCall) => unknown): void {
  for (const [primitive, call] of Object.entries(sys) as [string, (...args: unknown[]) => unknown][]) {
    const made = (...args: unknown[]): unknown =>
      act({ primitive, args, proceed: (...others) => call(...(others.length > 0 ? others : args)) });
    const swapped = promising.includes(primitive) ? async (...args: unknown[]) => made(...args) : made;
    Object.assign(sys, { [primitive]: swapped });
  }
}

/** An error as the system gives it. */
export function errno(code: string): Error {
  return Object.assign(new Error(code), { code, syscall: "swapped" });
}
