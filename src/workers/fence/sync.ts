import { errnoOf } from "./errno.ts";
import { flags } from "./flags.ts";
import type { Hold } from "./hold.ts";
import { type Done, done, failed, type Refused } from "./outcome.ts";
import { release } from "./release.ts";
import { sys } from "./sys.ts";

/** Filesystems whose folders cannot be synced say EINVAL, and keep names safe in their own way or not at all. Windows has no such call. */
const cannotSync: readonly string[] =
  process.platform === "win32" ? ["EINVAL", "EPERM", "EISDIR", "EACCES"] : ["EINVAL"];

/** Puts the names in a held folder on stable storage. A refusal names `path`. */
export function syncFolder(folder: Hold, path: string): Done | Refused {
  let fd: number;
  try {
    fd = sys.open(folder.at, flags.folder | folder.guard);
  } catch (error) {
    return failed(error, path);
  }
  try {
    sys.fsync(fd);
    return done;
  } catch (error) {
    return cannotSync.includes(errnoOf(error)) ? done : failed(error, path);
  } finally {
    release(fd);
  }
}
