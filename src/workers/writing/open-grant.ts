import type { LocateAnswer } from "../../core/messages/reader.ts";
import { locateGrant } from "../fence/root.ts";
import { openScribeDir } from "../fence/scribe-dir.ts";
import { clearStrays } from "../fence/strays.ts";
import { fenceOf } from "../fence/thread-fence.ts";

/** Finds the granted folder and clears what killed servers left in its `.wyrd`. Makes nothing. */
export function openGrant({ given }: { readonly given: string }): LocateAnswer {
  const located = locateGrant(given);
  if (!located.ok) return located;
  const opened = fenceOf(located.grant);
  const scribe = opened.ok ? openScribeDir(opened.fence) : opened;
  if (scribe.ok) {
    clearStrays(scribe.wyrd);
    scribe.wyrd.close();
  }
  return located;
}
