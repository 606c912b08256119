import { limits } from "../../../core/limits.ts";
import { type SpaceRefused, spaceRefused } from "../../../core/space/refusal.ts";

/** Refuses what looks like a path, since a prefix is a part of paths below the space. */
export function prefixFault(prefix: string): SpaceRefused | null {
  if (prefix.startsWith("/")) return badInput("prefix must not start with /");
  return prefix.includes("..") ? badInput("prefix must not contain ..") : null;
}

/** Refuses a number of rows that a search does not give. */
export function limitFault(limit: number): SpaceRefused | null {
  if (limit < 1) return badInput(`limit must be a positive integer; got ${limit}`);
  if (limit <= limits.searchRows) return null;
  const advice = "narrow the query or prefix instead of raising the cap";
  return badInput(`limit ${limit} exceeds hard cap of ${limits.searchRows}; ${advice}`);
}

function badInput(problem: string): SpaceRefused {
  return spaceRefused("BAD_INPUT", { problem });
}
