import type { PageName } from "../../../core/space/page-name.ts";
import type { Answer } from "../silverbullet/answers.ts";
import type { Precondition } from "../silverbullet/client.ts";
import { findPage, meantFile } from "./find.ts";
import type { Pages } from "./pages.ts";
import { namesVersion, unchanged, versionFault } from "./store.ts";

/** Deletes a page for good, and gives the name of its file. With `ifMatch` it must be that version. */
export function deletePage(pages: Pages, name: PageName, ifMatch: string | null): Promise<Answer<string>> {
  return pages.locks.hold(name.files, () =>
    namesVersion(ifMatch) ? deleteVersion(pages, name, ifMatch) : deleteAny(pages, name),
  );
}

async function deleteAny(pages: Pages, name: PageName): Promise<Answer<string>> {
  const meant = await meantFile(pages.server, name);
  return meant.ok ? remove(pages, meant.value, {}) : meant;
}

async function deleteVersion(pages: Pages, name: PageName, ifMatch: string): Promise<Answer<string>> {
  const found = await findPage(pages.server, name);
  if (!found.ok) return found;
  const page = found.value;
  return versionFault(page, ifMatch) ?? remove(pages, page.file, unchanged(page));
}

async function remove({ server }: Pages, file: string, precondition: Precondition): Promise<Answer<string>> {
  const removed = await server.remove(file, precondition);
  return removed.ok ? { ok: true, value: file } : removed;
}
