import { constants } from "node:fs";
import { scribeFolder } from "../../core/grant-path.ts";
import { errnoOf } from "./errno.ts";
import type { Hold } from "./hold.ts";
import { failed, type Refused, refused } from "./outcome.ts";
import { checkRoot, type Fence } from "./root.ts";
import { sys } from "./sys.ts";

/**
 * Holds the folder of the server's own files, which the caller closes. Refuses `SCRIBE_NOT_INITIALISED` unless it is a
 * real directory, `DENIED` or `IO_ERROR` when nothing can be made in it.
 */
export function openScribeDir(fence: Fence): { readonly ok: true; readonly wyrd: Hold } | Refused {
  const root = checkRoot(fence);
  if (!root.ok) return root;
  let wyrd: Hold;
  try {
    wyrd = fence.root.look(scribeFolder);
  } catch (error) {
    return errnoOf(error) === "ENOENT"
      ? refused("SCRIBE_NOT_INITIALISED", { found: "nothing" })
      : failed(error, scribeFolder);
  }
  let kept = false;
  try {
    if (!wyrd.stats.isDirectory()) {
      const found = wyrd.stats.isSymbolicLink() ? "link" : "not_a_directory";
      return refused("SCRIBE_NOT_INITIALISED", { found });
    }
    sys.access(wyrd.at, constants.R_OK | constants.W_OK | constants.X_OK);
    kept = true;
    return { ok: true, wyrd };
  } catch (error) {
    return failed(error, scribeFolder);
  } finally {
    if (!kept) {
      wyrd.close();
    }
  }
}
