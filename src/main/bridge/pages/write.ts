import type { PageName } from "../../../core/space/page-name.ts";
import { spaceRefused } from "../../../core/space/refusal.ts";
import type { Answer } from "../silverbullet/answers.ts";
import type { Precondition } from "../silverbullet/client.ts";
import { findFile, findPage, meantFile, newFile } from "./find.ts";
import type { Pages } from "./pages.ts";
import { readPage, unchanged, versionFault, type WrittenPage, writtenPage } from "./store.ts";

/** Writes a whole page, whether it stands or not. With `ifMatch` it must be that version, or any for `*`. */
export function writePage(
  pages: Pages,
  name: PageName,
  content: string,
  ifMatch: string | null,
): Promise<Answer<WrittenPage>> {
  const bytes = Buffer.from(content);
  return pages.locks.hold(name.files, () =>
    ifMatch === null ? overwrite(pages, name, bytes) : replace(pages, name, bytes, ifMatch),
  );
}

async function overwrite({ server }: Pages, name: PageName, bytes: Buffer): Promise<Answer<WrittenPage>> {
  const meant = await meantFile(server, name);
  if (!meant.ok) return meant;
  const file = meant.value;
  const wrote = await server.write(file, bytes, {});
  return wrote.ok ? { ok: true, value: await writtenPage(file, bytes, wrote.value) } : wrote;
}

async function replace(
  { server }: Pages,
  name: PageName,
  bytes: Buffer,
  ifMatch: string,
): Promise<Answer<WrittenPage>> {
  const found = await findPage(server, name);
  if (!found.ok) return found;
  const page = found.value;
  const fault = versionFault(page, ifMatch);
  if (fault !== null) return fault;
  const { file } = page;
  const precondition: Precondition = ifMatch === "*" && page.serverKnowsEtags ? { "if-match": "*" } : unchanged(page);
  const wrote = await server.write(file, bytes, precondition);
  if (!wrote.ok) return wrote;
  const written = await writtenPage(file, bytes, wrote.value);
  if (page.serverKnowsEtags || ifMatch === "*") return { ok: true, value: written };
  const now = await readPage(server, file);
  if (!now.ok || now.value.bytes.equals(bytes)) return { ok: true, value: written };
  return spaceRefused("CONCURRENT_EDIT", { page: file, written_etag: written.etag, current_etag: now.value.etag });
}

/** Makes a page where none stands. Servers without etags are asked first, and only this bridge's calls are kept off meanwhile. */
export function createPage({ server, locks }: Pages, name: PageName, content: string): Promise<Answer<WrittenPage>> {
  return locks.hold(name.files, async () => {
    const found = await findFile(server, name);
    if (!found.ok) return found;
    if (found.value !== null) return spaceRefused("PAGE_EXISTS", { page: found.value });
    const file = newFile(name);
    const bytes = Buffer.from(content);
    const wrote = await server.write(file, bytes, { "if-none-match": "*" });
    if (wrote.ok) return { ok: true, value: await writtenPage(file, bytes, wrote.value) };
    return wrote.refusal.code === "PRECONDITION_FAILED" ? spaceRefused("PAGE_EXISTS", { page: file }) : wrote;
  });
}
