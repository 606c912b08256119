import { sys } from "../../../src/workers/fence/sys.ts";

/** Has something happen in this thread before every call of the fence to the system. */
export function beforeCalls(act: (primitive: string, args: readonly unknown[]) => void): void {
  for (const [primitive, call] of Object.entries(sys) as [string, (...args: unknown[]) => unknown][]) {
    Object.assign(sys, {
      [primitive]: (...args: unknown[]) => {
        act(primitive, args);
        return call(...args);
      },
    });
  }
}
