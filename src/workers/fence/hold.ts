import type { BigIntStats } from "node:fs";
import { join } from "node:path";
import { errnoOf } from "./errno.ts";
import { flags } from "./flags.ts";
import { release } from "./release.ts";
import { sys } from "./sys.ts";

/**
 * A file, folder or link of the grant that the walk has looked at, one component below a folder it held. There are two
 * ways of holding, and the rest of the fence does not know which is in use:
 *
 * - by descriptor (Linux with /proc): an O_PATH descriptor pins the thing itself. `at` is its name under /proc/self/fd,
 *   so that every later call reaches this very thing, wherever its path leads by then.
 * - by path (everywhere else): `at` is the path, and identities are compared before and after each use. A folder that is
 *   swapped for a link, and stays swapped, is noticed before a byte is read or appended through it, and a page made
 *   through it is taken back. What remains is a race: when it is swapped back before the second comparison, nothing
 *   notices; and a refusal may tell what stands behind a link that was swapped in.
 */
export interface Hold {
  /** Leads to the thing in calls of `sys`. Never shown to anyone. */
  readonly at: string;
  readonly stats: BigIntStats;
  /** What open(2) needs beside, so that it follows no link that has taken the place of the thing. */
  readonly guard: number;
  /** Looks at one name in this folder, following no link. Throws an errno. */
  look(name: string): Hold;
  /** Whether the thing is still what `at` leads to, and so for the folders above it. */
  still(): boolean;
  close(): void;
}

/** Holds by descriptor, which the hold then owns. */
export function holdDescriptor(fd: number, stats: BigIntStats): Hold {
  const at = `/proc/self/fd/${fd}`;
  return {
    at,
    stats,
    guard: 0,
    look: (name) => lookThrough(`${at}/${name}`),
    still: () => true,
    close: () => release(fd),
  };
}

function lookThrough(path: string): Hold {
  const fd = sys.open(path, flags.look);
  try {
    return holdDescriptor(fd, sys.fstat(fd));
  } catch (error) {
    release(fd);
    throw error;
  }
}

/** Holds by path. `above` is the folder it was looked at from. */
export function holdPath(at: string, stats: BigIntStats, above?: Hold): Hold {
  const hold: Hold = {
    at,
    stats,
    guard: flags.noFollow,
    look: (name) => holdPath(join(at, name), sys.lstat(join(at, name)), hold),
    still: () => standsAt(at, stats) && (above === undefined || above.still()),
    close: () => {},
  };
  return hold;
}

/** The path of a name in a held folder, for calls of `sys`. */
export function entryOf(folder: Hold, name: string): string {
  return join(folder.at, name);
}

export interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** Whether both are the same file, folder or link. */
export function sameThing(a: Identity, b: Identity): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

/** Whether the path, its last component not followed, leads to the thing. */
export function standsAt(path: string, thing: Identity): boolean {
  try {
    return sameThing(sys.lstat(path), thing);
  } catch (error) {
    errnoOf(error);
    return false;
  }
}
