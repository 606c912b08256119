import type { Count } from "../../../core/messages/space.ts";

/** Counts pages by key. */
export function pageCounts() {
  const pages = new Map<string, number>();
  return {
    add: (key: string): void => void pages.set(key, (pages.get(key) ?? 0) + 1),
    /** By rising key. */
    rows: (): Count[] => [...pages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, count]) => ({ key, pages: count })),
  };
}
