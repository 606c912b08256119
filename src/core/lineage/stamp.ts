import type { Stamp } from "../messages/reader.ts";

/** Whether two stamps are of the same version of the same file. */
export function sameStamp(a: Stamp, b: Stamp): boolean {
  return (
    a.device === b.device &&
    a.inode === b.inode &&
    a.size === b.size &&
    a.mtime_ns === b.mtime_ns &&
    a.ctime_ns === b.ctime_ns
  );
}

/**
 * Whether a file has been at rest for so long that its times would differ had it been written since: git calls an entry
 * that is younger racily clean. A time in the future vouches for nothing either.
 * @param now milliseconds since 1970, taken before the file was stamped
 */
export function atRest(stamp: Stamp, now: number, settleMs: number): boolean {
  const latest = BigInt(Math.floor(now - settleMs)) * 1_000_000n;
  return BigInt(stamp.mtime_ns) < latest && BigInt(stamp.ctime_ns) < latest;
}
