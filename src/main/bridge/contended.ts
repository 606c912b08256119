import { limits } from "../../core/limits.ts";

/** Notes that a caller was refused a stale version of a page, and tells whether that happened often of late. */
export type NoteRefusal = (page: string, nowMs: number) => boolean;

/** Remembers the latest refusals of some pages. */
export function contended(): NoteRefusal {
  const refusals = new Map<string, readonly number[]>();
  return (page, nowMs) => {
    const recent = [...(refusals.get(page) ?? []), nowMs]
      .filter((then) => nowMs - then < limits.contendedMs)
      .slice(-limits.contendedRefusals);
    refusals.delete(page);
    refusals.set(page, recent);
    const [oldest] = refusals.keys();
    if (refusals.size > limits.contendedPages && oldest !== undefined) refusals.delete(oldest);
    return recent.length === limits.contendedRefusals;
  };
}
