import type { Dirent } from "node:fs";
import { errnoOf } from "./errno.ts";
import type { Hold } from "./hold.ts";
import type { Fence } from "./root.ts";
import { sys } from "./sys.ts";

/**
 * Paths of the regular files below the grant, folder by folder and following no link. Folders that may not be listed, or
 * are gone when their turn comes, are passed over.
 * @param enters whether to look into a folder, given its path
 */
export function* filesBelow(fence: Fence, enters: (folder: string) => boolean): Generator<string> {
  yield* filesIn(fence.root, "", enters);
}

function* filesIn(folder: Hold, path: string, enters: (folder: string) => boolean): Generator<string> {
  const below = (name: string): string => (path === "" ? name : `${path}/${name}`);
  const folders: string[] = [];
  for (const entry of entriesOf(folder)) {
    if (entry.isFile()) yield below(entry.name);
    if (entry.isDirectory() && enters(below(entry.name))) folders.push(entry.name);
  }
  for (const name of folders) {
    const inner = lookAtFolder(folder, name);
    if (inner === null) continue;
    try {
      yield* filesIn(inner, below(name), enters);
    } finally {
      inner.close();
    }
  }
}

function* entriesOf(folder: Hold): Generator<Dirent> {
  const listing = unlessDenied(() => sys.opendir(folder.at));
  if (listing === null) return;
  try {
    const next = (): Dirent | null => unlessDenied(() => listing.readSync());
    for (let entry = next(); entry !== null; entry = next()) yield entry;
  } finally {
    listing.closeSync();
  }
}

function lookAtFolder(above: Hold, name: string): Hold | null {
  const found = unlessDenied(() => above.look(name));
  if (found === null || found.stats.isDirectory()) return found;
  found.close();
  return null;
}

function unlessDenied<T>(step: () => T): T | null {
  try {
    return step();
  } catch (error) {
    errnoOf(error);
    return null;
  }
}
