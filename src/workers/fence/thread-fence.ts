import type { Grant } from "../../core/messages/reader.ts";
import type { Refused } from "./outcome.ts";
import { type Fence, openFence } from "./root.ts";

let current: Fence | undefined;

/** This thread's fence around the grant, opened on first use and held. */
export function fenceOf(grant: Grant): { readonly ok: true; readonly fence: Fence } | Refused {
  if (current !== undefined && isSame(current.grant, grant)) return { ok: true, fence: current };
  const opened = openFence(grant);
  if (opened.ok) {
    current?.close();
    current = opened.fence;
  }
  return opened;
}

function isSame(a: Grant, b: Grant): boolean {
  return a.root === b.root && a.device === b.device && a.inode === b.inode;
}
