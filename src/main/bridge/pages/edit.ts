import { editFate } from "../../../core/space/lost-edit.ts";
import type { PageName } from "../../../core/space/page-name.ts";
import { spaceRefused } from "../../../core/space/refusal.ts";
import type { Answer } from "../silverbullet/answers.ts";
import { findText } from "./find.ts";
import type { Pages } from "./pages.ts";
import {
  isUntouched,
  namesVersion,
  readPage,
  type StoredPage,
  standingPage,
  textOf,
  unchanged,
  versionFault,
  type WrittenPage,
  writtenPage,
} from "./store.ts";

/**
 * Makes the new text of a page.
 * @param page the file's name, for refusals
 * @param first the text that the first attempt read; the same as `text` in the first attempt
 */
export type Change = (text: string, page: string, first: string) => Answer<string>;

/** An edit that is asked for. */
export interface Edit {
  readonly name: PageName;
  /** The version that the page must be; null for any. */
  readonly ifMatch: string | null;
  readonly dryRun: boolean;
  readonly maxRetries: number;
  readonly change: Change;
}

/** What became of it: the page that now stands, or the texts of a dry run. */
export type Edited =
  | { readonly kind: "written"; readonly page: WrittenPage }
  | { readonly kind: "dry_run"; readonly file: string; readonly original: string; readonly patched: string };

/**
 * Reads a page, changes its text, writes it, and looks again. When the write did not come about, or another writer has
 * put back what was there, all of it is tried again on the page as it is then; an edit of which anything is left is never
 * made twice. A page that the caller named by its etag is not tried again.
 */
export function editPage({ server, locks }: Pages, edit: Edit): Promise<Answer<Edited>> {
  return locks.hold(edit.name.files, async () => {
    const found = await findText(server, edit.name);
    if (!found.ok) return found;
    const first = textOf(found.value);
    if (!first.ok) return first;
    for (let page = found.value, left = edit.maxRetries; ; left--) {
      const attempt = await tryEdit({ server, locks }, edit, page, first.value);
      if (attempt.kind === "ended") return attempt.answer;
      if (left === 0 || namesVersion(edit.ifMatch)) return attempt.otherwise;
      const again = await readPage(server, page.file);
      if (!again.ok) return again;
      page = again.value;
      const made = attempt.madeIn(page);
      if (made !== null) return made;
    }
  });
}

type Attempt =
  | { readonly kind: "ended"; readonly answer: Answer<Edited> }
  /** Nothing of the edit was seen; `otherwise` is the answer if it is not tried again. */
  | {
      readonly kind: "lost";
      readonly otherwise: Answer<Edited>;
      /** The answer when a later reading shows something of the edit; null when there is still nothing. */
      madeIn(page: StoredPage): Answer<Edited> | null;
    };

async function tryEdit({ server }: Pages, edit: Edit, page: StoredPage, first: string): Promise<Attempt> {
  const { file } = page;
  const fault = versionFault(page, edit.ifMatch);
  if (fault !== null) return ended(fault);
  const text = textOf(page);
  if (!text.ok) return ended(text);
  const changed = edit.change(text.value, file, first);
  if (!changed.ok) return ended(changed);
  if (edit.dryRun) {
    return ended({ ok: true, value: { kind: "dry_run", file, original: text.value, patched: changed.value } });
  }

  const bytes = Buffer.from(changed.value);
  if (bytes.equals(page.bytes)) return ended(standing(page));
  if (!(await isUntouched(server, page))) {
    return {
      kind: "lost",
      otherwise: spaceRefused("PRECONDITION_FAILED", { page: file, current_etag: null }),
      madeIn: () => null,
    };
  }
  const wrote = await server.write(file, bytes, unchanged(page));
  if (!wrote.ok) {
    if (wrote.refusal.code !== "PRECONDITION_FAILED") return ended(wrote);
    // The refusal may be of a request that was sent twice on its way.
    return { kind: "lost", otherwise: wrote, madeIn: (now) => (now.bytes.equals(bytes) ? standing(now) : null) };
  }
  const written = await writtenPage(file, bytes, wrote.value);
  if (page.serverKnowsEtags) return ended({ ok: true, value: { kind: "written", page: written } });
  return lookAgain({ server, edit, written, bytes, before: text.value, after: changed.value });
}

interface Write {
  readonly server: Pages["server"];
  readonly edit: Edit;
  readonly written: WrittenPage;
  readonly bytes: Buffer;
  readonly before: string;
  readonly after: string;
}

/** A server without etags lets writers push each other out: only what stands there afterwards tells. */
async function lookAgain({ server, edit, written, bytes, before, after }: Write): Promise<Attempt> {
  const stands: Answer<Edited> = { ok: true, value: { kind: "written", page: written } };
  const now = await readPage(server, written.name);
  if (!now.ok || now.value.bytes.equals(bytes)) return ended(stands);
  const conflict = ({ etag }: StoredPage): Answer<Edited> =>
    spaceRefused("CONCURRENT_EDIT", { page: written.name, written_etag: written.etag, current_etag: etag });
  if (namesVersion(edit.ifMatch)) return ended(conflict(now.value));
  const madeIn = (page: StoredPage): Answer<Edited> | null => {
    const fate = editFate(before, after, page.bytes.toString());
    if (fate === "lost") return null;
    return fate === "stands" ? stands : conflict(page);
  };
  const made = madeIn(now.value);
  return made === null ? { kind: "lost", otherwise: conflict(now.value), madeIn } : ended(made);
}

function standing(page: StoredPage): Answer<Edited> {
  return { ok: true, value: { kind: "written", page: standingPage(page) } };
}

function ended(answer: Answer<Edited>): Attempt {
  return { kind: "ended", answer };
}
