import type { PageName } from "../../../core/space/page-name.ts";
import { spaceRefused } from "../../../core/space/refusal.ts";
import type { Answer } from "../silverbullet/answers.ts";
import type { Precondition } from "../silverbullet/client.ts";
import { findFile, findPage, newFile } from "./find.ts";
import type { Pages } from "./pages.ts";
import { matches, unchanged } from "./store.ts";

/** Deletes a page for good, and gives the name of its file. With `ifMatch` it must be that version. */
export function deletePage(pages: Pages, name: PageName, ifMatch: string | null): Promise<Answer<string>> {
  return pages.locks.hold(name.files, () =>
    ifMatch === null || ifMatch === "*" ? deleteAny(pages, name) : deleteVersion(pages, name, ifMatch),
  );
}

async function deleteAny(pages: Pages, name: PageName): Promise<Answer<string>> {
  if (name.files.length === 1) return remove(pages, newFile(name), {});
  const found = await findFile(pages.server, name);
  return found.ok ? remove(pages, found.value ?? newFile(name), {}) : found;
}

async function deleteVersion(pages: Pages, name: PageName, ifMatch: string): Promise<Answer<string>> {
  const found = await findPage(pages.server, name);
  if (!found.ok) return found;
  const page = found.value;
  return matches(page, ifMatch)
    ? remove(pages, page.file, unchanged(page))
    : spaceRefused("PRECONDITION_FAILED", { page: page.file, current_etag: page.etag });
}

async function remove({ server }: Pages, file: string, precondition: Precondition): Promise<Answer<string>> {
  const removed = await server.remove(file, precondition);
  return removed.ok ? { ok: true, value: file } : removed;
}
