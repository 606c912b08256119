import type { Dirent } from "node:fs";
import type { Hold } from "./hold.ts";
import { failed, type Refused } from "./outcome.ts";
import type { Fence } from "./root.ts";
import { sys } from "./sys.ts";

/** The path of a file, or why a folder cannot be looked into. */
export type Met = { readonly ok: true; readonly path: string } | Refused;

/**
 * The regular files below the grant, folder by folder and following no link. Folders that are gone when their turn comes
 * are passed over.
 * @param enters whether to look into a folder, given its path
 */
export function filesBelow(fence: Fence, enters: (folder: string) => boolean): Generator<Met> {
  return filesIn(fence.root, "", enters);
}

function* filesIn(folder: Hold, path: string, enters: (folder: string) => boolean): Generator<Met> {
  const below = (name: string): string => (path === "" ? name : `${path}/${name}`);
  const folders: string[] = [];
  try {
    for (const entry of entriesOf(folder)) {
      if (entry.isFile()) yield { ok: true, path: below(entry.name) };
      if (entry.isDirectory() && enters(below(entry.name))) folders.push(entry.name);
    }
  } catch (error) {
    yield* unlessGone(error, path === "" ? "." : path);
  }
  for (const name of folders) yield* filesInside(folder, name, below(name), enters);
}

function* filesInside(above: Hold, name: string, path: string, enters: (folder: string) => boolean): Generator<Met> {
  let folder: Hold;
  try {
    folder = above.look(name);
  } catch (error) {
    yield* unlessGone(error, path);
    return;
  }
  try {
    if (folder.stats.isDirectory()) yield* filesIn(folder, path, enters);
  } finally {
    folder.close();
  }
}

function* entriesOf(folder: Hold): Generator<Dirent> {
  const listing = sys.opendir(folder.at);
  try {
    for (let entry = listing.readSync(); entry !== null; entry = listing.readSync()) yield entry;
  } finally {
    listing.closeSync();
  }
}

function unlessGone(error: unknown, path: string): Refused[] {
  const failure = failed(error, path);
  const { code } = failure.refusal;
  return code === "MISSING" || code === "NOT_A_DIRECTORY" ? [] : [failure];
}
