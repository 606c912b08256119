import { isUtf8 } from "node:buffer";
import { isAbsolute, sep } from "node:path";
import { limits } from "../../core/limits.ts";
import { errnoOf } from "./errno.ts";
import { entryOf, type Hold } from "./hold.ts";
import { failed, type Refused, refused } from "./outcome.ts";
import type { Fence } from "./root.ts";
import { sys } from "./sys.ts";

export type Resolved = { readonly ok: true; readonly file: Hold; readonly path: string } | Refused;

/** Where a walk stands. */
interface Trail {
  /** The caller's spelling, for refusals. */
  readonly path: string;
  readonly rootNames: readonly string[];
  /** Folders entered below the grant. */
  readonly entered: { readonly name: string; readonly folder: Hold }[];
  /** Components to come, the next one last. */
  readonly ahead: string[];
  /** How many levels above the grant the walk stands. Folders up there are passed by name and never looked at. */
  above: number;
  hops: number;
}

/**
 * Walks to a regular file for reading. Links are followed here, never by the kernel, and only inside the grant: a
 * target that passes above it must come back by the grant's own path. Gives the file, which the caller closes, and its
 * real path below the grant.
 * Refuses `ESCAPES`, `ELOOP`, `MISSING`, `NOT_A_DIRECTORY`, `NOT_A_FILE`, `DENIED`, `NAME_TOO_LONG`, `IO_ERROR`, and
 * `SOURCE_CHANGED_DURING_READ` when a link was swapped for something else in the middle of a step.
 */
export function resolveFile(fence: Fence, path: string): Resolved {
  const rootNames = fence.grant.root.split(sep).filter((name) => name !== "");
  const trail: Trail = { path, rootNames, entered: [], ahead: path.split("/").reverse(), above: 0, hops: 0 };
  try {
    return walk(fence, trail);
  } catch (error) {
    return failed(error, path);
  } finally {
    leaveAll(trail);
  }
}

function walk(fence: Fence, trail: Trail): Resolved {
  for (let name = trail.ahead.pop(); name !== undefined; name = trail.ahead.pop()) {
    if (name === "" || name === ".") continue;
    const end = name === ".." ? climb(trail) : trail.above > 0 ? comeBack(trail, name) : step(fence, trail, name);
    if (end !== null) return end;
  }
  return refused(trail.above > 0 ? "ESCAPES" : "NOT_A_FILE", { path: trail.path });
}

function climb(trail: Trail): null {
  const left = trail.entered.pop();
  if (left === undefined) {
    trail.above = Math.min(trail.above + 1, trail.rootNames.length);
  }
  left?.folder.close();
  return null;
}

function comeBack(trail: Trail, name: string): Refused | null {
  if (name !== trail.rootNames.at(-trail.above)) return refused("ESCAPES", { path: trail.path });
  trail.above -= 1;
  return null;
}

function step(fence: Fence, trail: Trail, name: string): Resolved | null {
  const { path, ahead, entered } = trail;
  const folder = entered.at(-1)?.folder ?? fence.root;
  const found = folder.look(name);
  if (found.stats.isDirectory()) {
    entered.push({ name, folder: found });
    return null;
  }
  const last = ahead.length === 0;
  if (last && found.stats.isFile()) {
    return { ok: true, file: found, path: [...entered.map((above) => above.name), name].join("/") };
  }
  found.close();
  if (found.stats.isSymbolicLink()) {
    const target = linkTarget(entryOf(folder, name));
    return target === null ? refused("SOURCE_CHANGED_DURING_READ", { path }) : follow(trail, target);
  }
  return refused(last ? "NOT_A_FILE" : "NOT_A_DIRECTORY", { path });
}

/** Where a link leads; null when it is no link any more. */
function linkTarget(at: string): Buffer | null {
  try {
    return sys.readlink(at);
  } catch (error) {
    if (errnoOf(error) === "EINVAL") return null;
    throw error;
  }
}

function follow(trail: Trail, target: Buffer): Refused | null {
  trail.hops += 1;
  if (trail.hops > limits.linkHops) return refused("ELOOP", { path: trail.path });
  if (!isUtf8(target)) return refused("IO_ERROR", { path: trail.path, errno: "EILSEQ" });
  const text = target.toString();
  if (isAbsolute(text)) {
    leaveAll(trail);
    trail.above = trail.rootNames.length;
  }
  trail.ahead.push(...text.split(sep).reverse());
  return null;
}

function leaveAll(trail: Trail): void {
  for (const { folder } of trail.entered.splice(0)) {
    folder.close();
  }
}
