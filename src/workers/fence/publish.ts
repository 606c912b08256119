import { errnoOf, refusalFor } from "./errno.ts";
import { flags } from "./flags.ts";
import { entryOf, type Identity, sameThing } from "./hold.ts";
import { type Done, done, failed, type Refused, stale } from "./outcome.ts";
import { release, remove } from "./release.ts";
import { sys } from "./sys.ts";
import type { Target } from "./target.ts";
import { discard, stage, type Temp } from "./temp.ts";

/** A file that stands under its name, whole. */
export interface Published {
  readonly target: Target;
  readonly identity: Identity;
}

/** What link(2) says where a filesystem has no hard links. */
const noHardLinks: readonly string[] = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

/**
 * Gives a staged file its name, which nothing may have yet (`EXISTS`), and drops the temporary one. A temporary file
 * that another server took for a stray is staged once more. On a refusal neither name is left. The name is on stable
 * storage once the parent was synced.
 */
export function publish(staged: Temp, target: Target): { readonly ok: true; readonly published: Published } | Refused {
  let temp = staged;
  let errno = place(temp, target);
  discard(temp);
  if (errno === "ENOENT") {
    const again = stage(temp.wyrd, temp.bytes);
    if (!again.ok) return again;
    temp = again.temp;
    errno = place(temp, target);
    discard(temp);
  }
  if (errno !== null) return { ok: false, refusal: refusalFor(errno, target.path) };
  const published: Published = { target, identity: temp.identity };
  if (!target.parent.still()) {
    withdraw(published);
    return stale(target.path);
  }
  return { ok: true, published };
}

/** Takes a published file back, unless something else stands under its name by now. */
export function withdraw({ target, identity }: Published): Done | Refused {
  const at = entryOf(target.parent, target.name);
  try {
    if (sameThing(sys.lstat(at), identity)) {
      sys.unlink(at);
    }
    return done;
  } catch (error) {
    return errnoOf(error) === "ENOENT" ? done : failed(error, target.path);
  }
}

/** The errno, or null when the file has its name. */
function place(temp: Temp, target: Target): string | null {
  const from = entryOf(temp.wyrd, temp.name);
  const to = entryOf(target.parent, target.name);
  try {
    sys.link(from, to);
    return null;
  } catch (error) {
    const errno = errnoOf(error);
    return noHardLinks.includes(errno) ? placeByRename(from, to) : errno;
  }
}

/**
 * Reserves the name with an empty file and renames over it. Until the rename others see the empty file, and a crash in
 * between leaves it: the best that can be had without hard links.
 */
function placeByRename(from: string, to: string): string | null {
  let reserved: Identity;
  try {
    reserved = reserve(to);
  } catch (error) {
    return errnoOf(error);
  }
  if (!isReserved(to, reserved)) return "EEXIST";
  try {
    sys.rename(from, to);
    return null;
  } catch (error) {
    if (isReserved(to, reserved)) {
      remove(to);
    }
    return errnoOf(error);
  }
}

function reserve(at: string): Identity {
  const fd = sys.open(at, flags.create, 0o666);
  try {
    return sys.fstat(fd);
  } catch (error) {
    remove(at);
    throw error;
  } finally {
    release(fd);
  }
}

function isReserved(at: string, reserved: Identity): boolean {
  try {
    const stats = sys.lstat(at);
    return stats.size === 0n && sameThing(stats, reserved);
  } catch (error) {
    errnoOf(error);
    return false;
  }
}
