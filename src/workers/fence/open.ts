import type { BigIntStats } from "node:fs";
import { flags } from "./flags.ts";
import { type Hold, sameThing } from "./hold.ts";
import { failed, type Refused, refused } from "./outcome.ts";
import { release } from "./release.ts";
import { resolveFile } from "./resolve.ts";
import { checkRoot, type Fence } from "./root.ts";
import { sys } from "./sys.ts";

/** A source, open for reading; the caller releases `fd`. `path` is its real path below the grant. */
export interface SourceFile {
  readonly fd: number;
  readonly path: string;
}

/**
 * Opens a source. What stands at the path is looked at without being opened and, when it is a regular file, that very
 * file is opened: a FIFO, socket or device is never touched. Refuses as `resolveFile` does, `ROOT_MOVED`, and
 * `SOURCE_CHANGED_DURING_READ` when the file was replaced in between.
 */
export function openSource(fence: Fence, path: string): { readonly ok: true; readonly file: SourceFile } | Refused {
  const root = checkRoot(fence);
  if (!root.ok) return root;
  const found = resolveFile(fence, path);
  if (!found.ok) return found;
  try {
    const opened = openHeld(found.file, flags.read);
    return opened === null
      ? refused("SOURCE_CHANGED_DURING_READ", { path })
      : { ok: true, file: { fd: opened.fd, path: found.path } };
  } catch (error) {
    return failed(error, path);
  } finally {
    found.file.close();
  }
}

/** Opens the very thing that is held, or null when something else has taken its place. Throws an errno. */
export function openHeld(hold: Hold, openFlags: number): { readonly fd: number; readonly stats: BigIntStats } | null {
  const fd = sys.open(hold.at, openFlags | hold.guard);
  let ours = false;
  try {
    const stats = sys.fstat(fd);
    ours = sameThing(stats, hold.stats) && hold.still();
    return ours ? { fd, stats } : null;
  } finally {
    if (!ours) {
      release(fd);
    }
  }
}
