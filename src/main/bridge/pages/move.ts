import type { PageName } from "../../../core/space/page-name.ts";
import { type SpaceRefusal, spaceRefused } from "../../../core/space/refusal.ts";
import type { Answer } from "../silverbullet/answers.ts";
import { findFile, findPage, newFile } from "./find.ts";
import type { Pages } from "./pages.ts";
import {
  readPage,
  type StoredPage,
  standingPage,
  unchanged,
  versionFault,
  type WrittenPage,
  writtenPage,
} from "./store.ts";

/**
 * Gives a page a new name: writes it there, makes sure that it stands there and that the old page is still what was
 * moved, and deletes the old one. Nothing that stands under the new name is overwritten, and at no moment is the text
 * nowhere.
 */
export function movePage(
  pages: Pages,
  from: PageName,
  to: PageName,
  ifMatch: string | null,
): Promise<Answer<WrittenPage>> {
  const { server, locks } = pages;
  return locks.hold([...from.files, ...to.files], async () => {
    const found = await findPage(server, from);
    if (!found.ok) return found;
    const page = found.value;
    if (to.files.includes(page.file)) return { ok: true, value: standingPage(page) };
    const fault = versionFault(page, ifMatch);
    if (fault !== null) return fault;
    const taken = await findFile(server, to);
    if (!taken.ok) return taken;
    if (taken.value !== null) return spaceRefused("DESTINATION_EXISTS", { page: taken.value });
    return moveTo(pages, page, newFile(to));
  });
}

async function moveTo({ server }: Pages, page: StoredPage, file: string): Promise<Answer<WrittenPage>> {
  const placed = await place(server, page, file);
  if (!placed.ok) return placed;
  if (!page.serverKnowsEtags) {
    const obstacle = await obstacleToDeletion(server, page, file);
    if (obstacle !== "gone" && obstacle !== null) return { ok: false, refusal: obstacle };
    if (obstacle === "gone") return placed;
  }
  const removed = await server.remove(page.file, unchanged(page));
  if (removed.ok || (await isGone(server, page.file))) return placed;
  return removed.refusal.code === "PRECONDITION_FAILED"
    ? spaceRefused("MOVED_OLD_CHANGED", { page: file, old: page.file })
    : spaceRefused("MOVED_NOT_DELETED", { page: file, old: page.file, cause: removed.refusal });
}

async function place(server: Pages["server"], { bytes }: StoredPage, file: string): Promise<Answer<WrittenPage>> {
  const wrote = await server.write(file, bytes, { "if-none-match": "*" });
  if (wrote.ok) return { ok: true, value: await writtenPage(file, bytes, wrote.value) };
  if (wrote.refusal.code === "PRECONDITION_FAILED") return spaceRefused("DESTINATION_EXISTS", { page: file });
  // It may be that the answer was lost, and not the write.
  const now = await readPage(server, file);
  return now.ok && now.value.bytes.equals(bytes) ? { ok: true, value: standingPage(now.value) } : wrote;
}

/** A refused deletion, or one whose answer was lost, does not tell whether the page still stands. */
async function isGone(server: Pages["server"], file: string): Promise<boolean> {
  const left = await server.look(file);
  return !left.ok && left.refusal.code === "PAGE_NOT_FOUND";
}

/** Why the old page must be kept on a server that holds no write to an etag; `gone` when there is none any more. */
async function obstacleToDeletion(
  server: Pages["server"],
  page: StoredPage,
  file: string,
): Promise<SpaceRefusal | "gone" | null> {
  const moved = await readPage(server, file);
  const notDeleted = (cause: SpaceRefusal): SpaceRefusal =>
    spaceRefused("MOVED_NOT_DELETED", { page: file, old: page.file, cause }).refusal;
  if (!moved.ok) return moved.refusal.code === "PAGE_NOT_FOUND" ? moved.refusal : notDeleted(moved.refusal);
  if (!moved.value.bytes.equals(page.bytes)) {
    const facts = { page: file, written_etag: page.etag, current_etag: moved.value.etag };
    return notDeleted(spaceRefused("CONCURRENT_EDIT", facts).refusal);
  }
  const old = await readPage(server, page.file);
  if (!old.ok) return old.refusal.code === "PAGE_NOT_FOUND" ? "gone" : notDeleted(old.refusal);
  return old.value.bytes.equals(page.bytes)
    ? null
    : spaceRefused("MOVED_OLD_CHANGED", { page: file, old: page.file }).refusal;
}
