import type { Refused } from "../../../src/workers/fence/outcome.ts";
import { type Published, publish, withdraw } from "../../../src/workers/fence/publish.ts";
import type { Fence } from "../../../src/workers/fence/root.ts";
import { openScribeDir } from "../../../src/workers/fence/scribe-dir.ts";
import { syncFolder } from "../../../src/workers/fence/sync.ts";
import { openTarget } from "../../../src/workers/fence/target.ts";
import { stage } from "../../../src/workers/fence/temp.ts";
import { type Before, failing } from "./staging.ts";

export const pageText = "the whole page\n";

/** The two ways to give a page its name: filesystems with hard links, and without. */
export const filesystems: Readonly<Record<string, Before>> = {
  "hard links": () => {},
  "no hard links": failing("EPERM", "link"),
};

/** All that a writer does for one page. `between` runs when the page is staged and its target is held. */
export function createPage(
  fence: Fence,
  path: string,
  between = () => {},
): { readonly ok: true; readonly published: Published } | Refused {
  const dir = openScribeDir(fence);
  if (!dir.ok) return dir;
  const { wyrd } = dir;
  try {
    const opened = openTarget(fence, wyrd, path);
    if (!opened.ok) return opened;
    const { target } = opened;
    try {
      const staged = stage(wyrd, Buffer.from(pageText));
      if (!staged.ok) return staged;
      between();
      const outcome = publish(staged.temp, target);
      if (!outcome.ok) return outcome;
      const synced = syncFolder(target.parent, path);
      if (synced.ok) return outcome;
      const undone = withdraw(outcome.published);
      return undone.ok ? synced : undone;
    } finally {
      target.parent.close();
    }
  } finally {
    wyrd.close();
  }
}
