import { limits } from "../../../core/limits.ts";
import type { PageName } from "../../../core/space/page-name.ts";
import { spaceRefused } from "../../../core/space/refusal.ts";
import type { Answer } from "../silverbullet/answers.ts";
import type { SilverBullet } from "../silverbullet/client.ts";
import { readPage, type StoredPage } from "./store.ts";

/** Reads the page that a name means: the file as written first, where that may be one. */
export async function findPage(server: SilverBullet, { files }: PageName): Promise<Answer<StoredPage>> {
  const [first, ...others] = files;
  let found = await readPage(server, first);
  for (const file of others) {
    if (found.ok || found.refusal.code !== "PAGE_NOT_FOUND") break;
    found = await readPage(server, file);
  }
  return found;
}

/** Reads a page to work on its text, which is done on the main thread: a very large one would hold up everybody else. */
export async function findText(server: SilverBullet, name: PageName): Promise<Answer<StoredPage>> {
  const found = await findPage(server, name);
  if (!found.ok || found.value.bytes.length <= limits.pageTextBytes) return found;
  return spaceRefused("PAGE_TOO_LARGE", { page: found.value.file, bytes: found.value.bytes.length });
}

/**
 * The file that a name means without its bytes, or null when there is none. A name without an extension may be a folder,
 * which only a reading tells from a file.
 */
export async function findFile(server: SilverBullet, { files }: PageName): Promise<Answer<string | null>> {
  for (const [at, file] of files.entries()) {
    const isLast = at === files.length - 1;
    const found = await (isLast ? server.look(file) : server.read(file));
    if (found.ok) return { ok: true, value: file };
    if (found.refusal.code !== "PAGE_NOT_FOUND") return found;
  }
  return { ok: true, value: null };
}

/** The file that a call means which need not look whether it stands; the server is asked only where it may be one of two. */
export async function meantFile(server: SilverBullet, name: PageName): Promise<Answer<string>> {
  if (name.files.length === 1) return { ok: true, value: newFile(name) };
  const found = await findFile(server, name);
  return found.ok ? { ok: true, value: found.value ?? newFile(name) } : found;
}

/** What a page of this name would be called if it were made now. */
export function newFile({ files }: PageName): string {
  return files.at(-1) ?? files[0];
}
