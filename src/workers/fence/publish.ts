import { errnoOf, refusalFor } from "./errno.ts";
import { entryOf, type Identity, sameThing } from "./hold.ts";
import { type Done, done, failed, type Refused, stale } from "./outcome.ts";
import { placeByRename } from "./place-by-rename.ts";
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
