import { constants } from "node:fs";
import type { Grant, LocateAnswer } from "../../core/messages/reader.ts";
import type { GrantCode } from "../../core/refusal.ts";
import { errnoOf } from "./errno.ts";
import { flags } from "./flags.ts";
import { type Hold, holdDescriptor, holdPath, type Identity, sameThing } from "./hold.ts";
import { type Done, done, failed, type Refused, refused } from "./outcome.ts";
import { release } from "./release.ts";
import { sys } from "./sys.ts";

/** How components are held, see `hold.ts`. */
export type Walk = "descriptors" | "paths";

/** The granted folder, open. `root` is lent: closing it does nothing, closing the fence does. */
export interface Fence {
  readonly grant: Grant;
  readonly walk: Walk;
  readonly root: Hold;
  close(): void;
}

const grantCodes: Readonly<Record<string, GrantCode>> = {
  EACCES: "GRANT_DENIED",
  ENOENT: "GRANT_MISSING",
  ENOTDIR: "GRANT_NOT_A_DIRECTORY",
  EPERM: "GRANT_DENIED",
};

/** Resolves the folder that the person named, once. `given` has passed the lexical rules of a grant. */
export function locateGrant(given: string): LocateAnswer {
  try {
    const root = sys.realpath(given);
    const stats = sys.stat(root);
    if (!stats.isDirectory()) return { ok: false, refusal: { code: "GRANT_NOT_A_DIRECTORY" } };
    sys.access(root, constants.R_OK | constants.X_OK);
    return { ok: true, grant: { root, device: String(stats.dev), inode: String(stats.ino) } };
  } catch (error) {
    return { ok: false, refusal: { code: grantCodes[errnoOf(error)] ?? "GRANT_ERROR" } };
  }
}

/** Opens the grant and pins it for as long as the fence is open. `ROOT_MOVED` when another folder stands there now. */
export function openFence(
  grant: Grant,
  options: { readonly walk?: Walk } = {},
): { readonly ok: true; readonly fence: Fence } | Refused {
  let fd: number;
  try {
    fd = sys.open(grant.root, flags.folder | flags.noFollow);
  } catch (error) {
    return lost(error);
  }
  let opened = false;
  try {
    const stats = sys.fstat(fd);
    if (!isGrant(stats, grant)) return refused("ROOT_MOVED", {});
    const walk = options.walk ?? bestWalk(fd, stats);
    const root = walk === "descriptors" ? holdDescriptor(fd, stats) : holdPath(grant.root, stats);
    opened = true;
    return { ok: true, fence: { grant, walk, root: { ...root, close: () => {} }, close: () => release(fd) } };
  } catch (error) {
    return lost(error);
  } finally {
    if (!opened) {
      release(fd);
    }
  }
}

/** Whether the grant's path still leads to the folder that was granted, else `ROOT_MOVED`. Every operation begins with it. */
export function checkRoot(fence: Fence): Done | Refused {
  try {
    return isGrant(sys.stat(fence.grant.root), fence.grant) ? done : refused("ROOT_MOVED", {});
  } catch (error) {
    return lost(error);
  }
}

function isGrant(stats: Identity, grant: Grant): boolean {
  return String(stats.dev) === grant.device && String(stats.ino) === grant.inode;
}

function lost(error: unknown): Refused {
  const gone = ["ENOENT", "ENOTDIR", "ELOOP"].includes(errnoOf(error));
  return gone ? refused("ROOT_MOVED", {}) : failed(error, ".");
}

function bestWalk(fd: number, stats: Identity): Walk {
  return process.platform === "linux" && descriptorsHaveNames(fd, stats) ? "descriptors" : "paths";
}

function descriptorsHaveNames(fd: number, stats: Identity): boolean {
  try {
    return sameThing(sys.stat(`/proc/self/fd/${fd}`), stats);
  } catch (error) {
    errnoOf(error);
    return false;
  }
}
