import { limits } from "../../core/limits.ts";
import { sameStamp } from "../../core/lineage/stamp.ts";
import type { Stamp } from "../../core/messages/reader.ts";
import { openSource } from "../fence/open.ts";
import { failed, type Refused, refused } from "../fence/outcome.ts";
import { release } from "../fence/release.ts";
import type { Fence } from "../fence/root.ts";
import { stampOf } from "../fence/stamp.ts";
import { sys } from "../fence/sys.ts";

/** A file, open for reading. `path` is its real path below the grant. */
export interface OpenVersion {
  readonly fd: number;
  readonly path: string;
  readonly stamp: Stamp;
  /** A moment before it was opened, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Reads a file so that all that is read is of one version of it: once more when it changes meanwhile or `read` gives
 * null, at most `limits.readAttempts` times in all. Refuses as `openSource` does.
 */
export async function atOneVersion<T>(
  fence: Fence,
  path: string,
  read: (file: OpenVersion) => Promise<T | null>,
): Promise<{ readonly ok: true; readonly value: T } | Refused> {
  for (let attempt = 0; attempt < limits.readAttempts; attempt++) {
    const now = sys.now();
    const opened = openSource(fence, path);
    if (!opened.ok && opened.refusal.code === "SOURCE_CHANGED_DURING_READ") continue;
    if (!opened.ok) return opened;
    const { fd } = opened.file;
    try {
      const stamp = stampOf(fd);
      const value = await read({ ...opened.file, stamp, now });
      if (value !== null && sameStamp(stamp, stampOf(fd))) return { ok: true, value };
    } catch (error) {
      return failed(error, path);
    } finally {
      release(fd);
    }
  }
  return refused("SOURCE_CHANGED_DURING_READ", { path });
}
