import type { Dirent } from "node:fs";
import { limits } from "../../core/limits.ts";
import { errnoOf } from "./errno.ts";
import type { Hold } from "./hold.ts";
import { holdBelow, realNames } from "./real-path.ts";
import type { Fence } from "./root.ts";
import { sys } from "./sys.ts";

/** A page of a space, looked at but not opened. */
export interface PageFile {
  /** Below the grant; with the name of the link where one led to it. */
  readonly path: string;
  /** Held until the next page is asked for. */
  readonly file: Hold;
  /** Whether a link led to it or to a folder above it. */
  readonly linked: boolean;
}

interface Walk {
  readonly fence: Fence;
  readonly wants: (path: string) => boolean;
  /** Folders that were entered, and files that links led to: each is met once. */
  readonly met: Set<string>;
}

interface Place {
  readonly folder: Hold;
  readonly path: string;
  readonly depth: number;
  readonly linked: boolean;
}

/** A name in a folder that may be a page or a folder of pages. `target` is the real path of what a link leads to. */
interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly target: readonly string[] | null;
}

/**
 * The pages below the grant, by rising path: regular files called `*.md`, not hidden and in no hidden folder. A link is
 * followed when it leads to something in the grant that is met in no other way, because it is hidden there or is called
 * otherwise. What cannot be looked at is passed over. Throws the errno when that is the grant itself, and whatever
 * `passOver` throws.
 * @param wants whether a page is of interest, given its path
 */
export function pagesBelow(fence: Fence, wants: (path: string) => boolean): Generator<PageFile> {
  const walk: Walk = { fence, wants, met: new Set([idOf(fence.root)]) };
  const root: Place = { folder: fence.root, path: "", depth: 0, linked: false };
  return pagesAmong(walk, root, entriesIn(walk, root));
}

/** Passes over something that fails, unless the errno says nothing of the thing itself: then it is thrown on. */
export function passOver(error: unknown): null {
  if (["EMFILE", "ENFILE", "ENOMEM"].includes(errnoOf(error))) throw error;
  return null;
}

function* pagesAmong(walk: Walk, place: Place, entries: readonly Entry[]): Generator<PageFile> {
  for (const entry of entries) {
    const linked = place.linked || entry.target !== null;
    const found = attempt(() => lookAt(walk.fence, place.folder, entry));
    try {
      if (found === null || !isNew(walk, found, linked)) continue;
      const path = below(place, entry.name);
      if (found.stats.isFile()) yield { path, file: found, linked };
      else yield* pagesInside(walk, { folder: found, path, depth: place.depth + 1, linked });
    } finally {
      found?.close();
    }
  }
}

function* pagesInside(walk: Walk, place: Place): Generator<PageFile> {
  if (place.depth > limits.spaceDepth) return;
  yield* pagesAmong(walk, place, attempt(() => entriesIn(walk, place)) ?? []);
}

function lookAt(fence: Fence, folder: Hold, { name, target }: Entry): Hold | null {
  return target === null ? folder.look(name) : holdBelow(fence, target);
}

/** Whether it is a page or folder that was not met before. A page that no link led to is met once anyway. */
function isNew({ met }: Walk, found: Hold, linked: boolean): boolean {
  const isFile = found.stats.isFile();
  if (!isFile && !found.stats.isDirectory()) return false;
  if (isFile && !linked) return true;
  const before = met.size;
  return met.add(idOf(found)).size > before;
}

/** In the order of the paths that begin with them, by UTF-16 code units. */
function entriesIn(walk: Walk, place: Place): Entry[] {
  const entries: Entry[] = [];
  const listing = sys.opendir(place.folder.at);
  try {
    for (let named = listing.readSync(); named !== null; named = listing.readSync()) {
      const entry = entryFor(walk, place, named);
      if (entry !== null) entries.push(entry);
    }
  } finally {
    listing.closeSync();
  }
  const key = ({ name, isFolder }: Entry): string => (isFolder ? `${name}/` : name);
  return entries.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function entryFor(walk: Walk, place: Place, named: Dirent): Entry | null {
  const { name } = named;
  if (isHidden(name)) return null;
  const entry = named.isSymbolicLink()
    ? attempt(() => linkEntry(walk.fence, place.folder, name))
    : { name, isFolder: named.isDirectory(), target: null };
  if (entry === null || entry.isFolder) return entry;
  return isPageName(name) && walk.wants(below(place, name)) ? entry : null;
}

/** Null for a link that is not followed. Throws an errno. */
function linkEntry(fence: Fence, folder: Hold, name: string): Entry | null {
  const target = realNames(fence, folder, name);
  const found = target && holdBelow(fence, target);
  if (target === null || found === null) return null;
  found.close();
  const isFolder = found.stats.isDirectory();
  const isMetAnyway = !target.some(isHidden) && (isFolder || isPageName(target.at(-1) ?? ""));
  return isMetAnyway ? null : { name, isFolder, target };
}

function attempt<T>(step: () => T): T | null {
  try {
    return step();
  } catch (error) {
    return passOver(error);
  }
}

function isHidden(name: string): boolean {
  return name.startsWith(".");
}

function isPageName(name: string): boolean {
  return name.endsWith(".md");
}

function below({ path }: Place, name: string): string {
  return path === "" ? name : `${path}/${name}`;
}

function idOf({ stats }: Hold): string {
  return `${stats.dev}:${stats.ino}`;
}
