import { isAbsolute, relative, sep } from "node:path";
import { entryOf, type Hold } from "./hold.ts";
import type { Fence } from "./root.ts";
import { sys } from "./sys.ts";

/**
 * The names on the real path of what a link leads to, below the grant; null when that lies outside. This is what the
 * kernel says, and a hint only: `holdBelow` then gets there without following a link. Throws an errno.
 */
export function realNames(fence: Fence, folder: Hold, link: string): readonly string[] | null {
  const path = relative(fence.grant.root, sys.realpath(entryOf(folder, link)));
  const names = path.split(sep).filter((name) => name !== "");
  return isAbsolute(path) || names[0] === ".." ? null : names;
}

/** Looks at something below the grant, following no link; null when a name on the way is no folder. Throws an errno. */
export function holdBelow(fence: Fence, names: readonly string[]): Hold | null {
  let found = fence.root;
  for (const name of names) {
    const above = found;
    try {
      if (!above.stats.isDirectory()) return null;
      found = above.look(name);
    } finally {
      above.close();
    }
  }
  return found;
}
