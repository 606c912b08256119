import { errnoOf } from "./errno.ts";
import { entryOf, type Hold } from "./hold.ts";
import { remove } from "./release.ts";
import { sys } from "./sys.ts";
import { tempName } from "./temp.ts";

/** No commit takes this long. Milliseconds. */
const abandonedMs = 60 * 60 * 1000;

/**
 * Removes the temporary files that earlier processes left in `.wyrd` when they were killed, and nothing else: those
 * whose process is gone, those of an earlier process with our own number, and those older than an hour.
 */
export function clearStrays(wyrd: Hold): void {
  for (const name of namesIn(wyrd)) {
    const maker = tempName.exec(name)?.[1];
    if (maker !== undefined && isStray(entryOf(wyrd, name), Number(maker))) {
      remove(entryOf(wyrd, name));
    }
  }
}

function isStray(path: string, maker: number): boolean {
  try {
    const stats = sys.lstat(path);
    if (!stats.isFile()) return false;
    const age = sys.now() - Number(stats.mtimeMs);
    const ownLife = process.uptime() * 1000;
    return age > abandonedMs || (maker === process.pid ? age > ownLife : !isRunning(maker));
  } catch (error) {
    errnoOf(error);
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    sys.signal(pid);
    return true;
  } catch (error) {
    return errnoOf(error) !== "ESRCH";
  }
}

function namesIn(folder: Hold): string[] {
  try {
    return sys.readdir(folder.at);
  } catch (error) {
    errnoOf(error);
    return [];
  }
}
