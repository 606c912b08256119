import type { NextCall, SpaceCode, SpaceFacts, SpaceRefusal } from "../../core/space/refusal.ts";

/** A call that helps, where there is one. */
export function nextCallOf(refusal: SpaceRefusal): NextCall | null {
  const next = nextCalls[refusal.code] as ((facts: SpaceRefusal["facts"]) => NextCall) | undefined;
  return next?.(refusal.facts) ?? null;
}

const nextCalls: { readonly [Code in SpaceCode]?: (facts: SpaceFacts[Code]) => NextCall } = {
  PRECONDITION_FAILED: readPage,
  CONCURRENT_EDIT: readPage,
  PAGE_EXISTS: readPage,
  DESTINATION_EXISTS: readPage,
  LINES_SHIFTED: readPage,
  LINES_OUT_OF_BOUNDS: readPage,
  FIND_NOT_FOUND: readPage,
  FIND_AMBIGUOUS: readPage,
  MOVED_OLD_CHANGED: readPage,
  TASK_NOT_FOUND: listTasks,
  TASK_AMBIGUOUS: listTasks,
  // A new page that somebody has written over since is no copy of the old one.
  MOVED_NOT_DELETED: ({ page, old, cause }) =>
    cause.code === "CONCURRENT_EDIT" ? readPage({ page }) : { tool: "delete_page", arguments: { name: old } },
  PAGE_NOT_FOUND: ({ page }) => ({ tool: "list_pages", arguments: { contains: stemOf(page) } }),
};

interface OnPage {
  readonly page: string;
}

function readPage({ page }: OnPage): NextCall {
  return { tool: "read_page", arguments: { name: page } };
}

function listTasks({ page }: OnPage): NextCall {
  return { tool: "list_tasks", arguments: { page } };
}

/** The last part of a file's name, without `.md`. */
function stemOf(file: string): string {
  return (file.split("/").at(-1) ?? file).replace(/\.md$/, "");
}
