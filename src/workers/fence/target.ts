import { constants } from "node:fs";
import { errnoOf } from "./errno.ts";
import { entryOf, type Hold } from "./hold.ts";
import { failed, type Refused, refused } from "./outcome.ts";
import { checkRoot, type Fence } from "./root.ts";
import { sys } from "./sys.ts";

/** A name that was free when it was looked at, in a held folder. `path` is the whole of it, relative to the grant. */
export interface Target {
  readonly parent: Hold;
  readonly name: string;
  readonly path: string;
}

/**
 * Whether a page can be made at the path. The caller closes `target.parent`. Checks, in this order: every folder on the
 * way is a real one (`PARENT_ALIAS` before anything is said of what a link leads to, `MISSING`, `NOT_A_DIRECTORY`), the
 * name is free (`EXISTS` for anything, a dangling link too), the folder can be written (`DENIED`) and lies on the
 * filesystem of `.wyrd`, from where the page will be linked (`IO_ERROR` with EXDEV).
 */
export function openTarget(
  fence: Fence,
  wyrd: Hold,
  path: string,
): { readonly ok: true; readonly target: Target } | Refused {
  const root = checkRoot(fence);
  if (!root.ok) return root;
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  const walked = holdFolder(fence, folders, path);
  if (!walked.ok) return walked;
  const target: Target = { parent: walked.folder, name, path };
  const obstacle = obstacleTo(target, wyrd);
  if (obstacle !== null) {
    target.parent.close();
    return obstacle;
  }
  return { ok: true, target };
}

function holdFolder(
  fence: Fence,
  names: readonly string[],
  path: string,
): { readonly ok: true; readonly folder: Hold } | Refused {
  let folder = fence.root;
  for (const [depth, name] of names.entries()) {
    const here = names.slice(0, depth + 1).join("/");
    const above = folder;
    try {
      folder = above.look(name);
    } catch (error) {
      return failed(error, here);
    } finally {
      above.close();
    }
    if (!folder.stats.isDirectory()) {
      folder.close();
      return folder.stats.isSymbolicLink()
        ? refused("PARENT_ALIAS", { path })
        : refused("NOT_A_DIRECTORY", { path: here });
    }
  }
  return { ok: true, folder };
}

function obstacleTo(target: Target, wyrd: Hold): Refused | null {
  const { parent, path } = target;
  try {
    if (isTaken(target)) return refused("EXISTS", { path });
    sys.access(parent.at, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return failed(error, path);
  }
  return parent.stats.dev === wyrd.stats.dev ? null : refused("IO_ERROR", { path, errno: "EXDEV" });
}

function isTaken({ parent, name }: Target): boolean {
  try {
    sys.lstat(entryOf(parent, name));
    return true;
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return false;
    throw error;
  }
}
