import { type Refusal, type RefusalCode, type RefusalFacts, refuse } from "../../core/refusal.ts";
import { errnoOf, refusalFor } from "./errno.ts";

export interface Done {
  readonly ok: true;
}

export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
}

export const done: Done = { ok: true };

export function refused<Code extends RefusalCode>(code: Code, facts: RefusalFacts[Code]): Refused {
  return { ok: false, refusal: refuse(code, facts) };
}

/** What a thrown errno means for `path`. Whatever else was thrown is a bug, and is thrown on. */
export function failed(error: unknown, path: string): Refused {
  return { ok: false, refusal: refusalFor(errnoOf(error), path) };
}

/** A folder on the way to `path` was moved or replaced while it was in use; only the path-based walk ever says so. */
export function stale(path: string): Refused {
  return refused("IO_ERROR", { path, errno: "ESTALE" });
}
