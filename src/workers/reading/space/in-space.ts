import type { SpaceAnswer, SpaceTask } from "../../../core/messages/space.ts";
import { failed } from "../../fence/outcome.ts";
import { type PageFile, pagesBelow } from "../../fence/pages-below.ts";
import { checkRoot, type Fence } from "../../fence/root.ts";
import { fenceOf } from "../../fence/thread-fence.ts";

/** Makes rows of the pages that a task asks for, which come one at a time and by rising path. */
export async function inSpace<Row>(
  { grant, prefix }: SpaceTask,
  rowsOf: (pages: Iterable<PageFile>, fence: Fence) => Promise<readonly Row[]>,
): Promise<SpaceAnswer<Row>> {
  const opened = fenceOf(grant);
  if (!opened.ok) return opened;
  const { fence } = opened;
  const root = checkRoot(fence);
  if (!root.ok) return root;
  try {
    const pages = pagesBelow(fence, (path) => path.includes(prefix));
    return { ok: true, rows: await rowsOf(pages, fence) };
  } catch (error) {
    return failed(error, ".");
  }
}
