import { nameResolution, type PageName } from "../../../core/space/page-name.ts";
import { unifiedDiff } from "../../../core/text/unified-diff.ts";
import type { Edited } from "../pages/edit.ts";
import type { StoredPage, WrittenPage } from "../pages/store.ts";
import type { Answer } from "../silverbullet/answers.ts";
import type { Outcome } from "../tool.ts";

/** How the page's name was read, as a member of the result; nothing when it was not changed. */
export function resolved(name: PageName, file: string): object {
  const resolution = nameResolution(name, file);
  return resolution === null ? {} : { name_resolution: resolution };
}

/** A page as it was read. */
export function pageResult(name: PageName, { file, bytes, etag, meta }: StoredPage): object {
  return {
    body: bytes.toString(),
    etag,
    size_bytes: bytes.length,
    last_modified_ms: meta.lastModifiedMs,
    ...resolved(name, file),
  };
}

/** A page as a write left it. */
export function writtenResult(name: PageName, answer: Answer<WrittenPage>): Outcome {
  return answer.ok ? { ok: true, value: { ...answer.value, ...resolved(name, answer.value.name) } } : answer;
}

/** A page as an edit left it, or what a dry run shows. */
export function editedResult(name: PageName, answer: Answer<Edited>): Outcome {
  if (!answer.ok) return answer;
  const edited = answer.value;
  if (edited.kind === "written") return writtenResult(name, { ok: true, value: edited.page });
  const { file, original, patched } = edited;
  const diff = unifiedDiff(original, patched, "original", "patched");
  return { ok: true, value: { dry_run: true, original, patched, diff, ...resolved(name, file) } };
}
