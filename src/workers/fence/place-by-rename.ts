import type { BigIntStats } from "node:fs";
import { errnoOf } from "./errno.ts";
import { flags } from "./flags.ts";
import { type Identity, sameThing } from "./hold.ts";
import { release, remove } from "./release.ts";
import { sys } from "./sys.ts";

/**
 * Gives a file its name where there are no hard links: reserves the name with an empty file and renames over that.
 * Until the rename others see the empty file, and a crash in between leaves it. Gives the errno, or null when the file
 * has its name.
 */
export function placeByRename(from: string, to: string): string | null {
  let reserved: Identity;
  try {
    reserved = reserve(to);
  } catch (error) {
    return errnoOf(error);
  }
  try {
    if (!isReservation(sys.lstat(to), reserved)) return "EEXIST";
    sys.rename(from, to);
    return null;
  } catch (error) {
    giveBack(to, reserved);
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

function giveBack(at: string, reserved: Identity): void {
  try {
    if (isReservation(sys.lstat(at), reserved)) {
      sys.unlink(at);
    }
  } catch (error) {
    errnoOf(error);
  }
}

/** Nobody has put another file, or bytes, under the name. */
function isReservation(stats: BigIntStats, reserved: Identity): boolean {
  return stats.size === 0n && sameThing(stats, reserved);
}
