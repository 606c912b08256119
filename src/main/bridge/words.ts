import { limits } from "../../core/limits.ts";
import type { SpaceCode, SpaceFacts, SpaceRefusal } from "../../core/space/refusal.ts";

/** What is wrong, and what to do. */
export function messageOf(refusal: SpaceRefusal): string {
  const word = words[refusal.code] as (facts: SpaceRefusal["facts"]) => string;
  return word(refusal.facts);
}

const words: { readonly [Code in SpaceCode]: (facts: SpaceFacts[Code]) => string } = {
  BAD_INPUT: ({ problem }) => problem,
  BAD_NAME: ({ problem }) => problem,
  BODY_TOO_LARGE: ({ bytes }) =>
    `body too large: ${bytes} bytes exceeds ${limits.callTextBytes} byte (256 KiB) cap; chunk into append_to_page calls`,
  PAGE_NOT_FOUND: ({ page }) => `page not found: ${page}`,
  PAGE_EXISTS: ({ page }) => `page already exists: ${page}; use write_page to overwrite`,
  DESTINATION_EXISTS: ({ page }) => `destination page already exists: ${page}; refusing to overwrite`,
  PRECONDITION_FAILED: ({ page, current_etag }) =>
    `precondition failed; check if_match/if_none_match; read_page(${JSON.stringify(page)}) for the current etag and ` +
    `re-issue${current_etag === null ? "" : `; current etag is ${current_etag}`}`,
  CONCURRENT_EDIT: ({ page, written_etag, current_etag }) =>
    `concurrent edit detected on ${page}: the page changed since we wrote at ${written_etag}; current etag is ` +
    `${current_etag} — re-issue the write with if_match=${current_etag}`,
  NOT_TEXT: ({ page }) => `${page} is not valid UTF-8; editing it would damage it, so nothing was written`,
  PAGE_UNSETTLED: ({ page }) => `${page} is being written by somebody else; try again in a moment`,
  PAGE_TOO_LARGE: ({ page, bytes }) =>
    `${page} has ${bytes} bytes; at most ${limits.pageTextBytes} (4 MiB) are read as text; move_page and delete_page take it`,
  LINES_SHIFTED: ({ page }) =>
    `concurrent edit detected on ${page}: lines up to the range changed before it was written; read the page and re-issue`,
  LINES_OUT_OF_BOUNDS: ({ start, end, lines }) =>
    `line range ${start}..${end} out of bounds for page with ${lines} lines`,
  FIND_NOT_FOUND: () => "find not found in body",
  FIND_AMBIGUOUS: ({ count }) => `find matched ${count} times; pass replace_all=True or narrow find`,
  TASK_NOT_FOUND: ({ page, ref }) =>
    `no task with ref ${ref} on page ${page}; list_tasks shows the refs, which are the wikilinks in the tasks`,
  TASK_AMBIGUOUS: ({ page, ref }) =>
    `ref ${ref} matches multiple tasks on page ${page}; change the right line with patch_page_lines`,
  MOVED_NOT_DELETED: ({ page, old, cause }) =>
    `moved body to ${page} but failed to delete ${old}: ${messageOf(cause)}; both now exist`,
  MOVED_OLD_CHANGED: ({ page, old }) => `moved body to ${page} but ${old} was changed meanwhile and is kept`,
  UNAUTHORIZED: () => "silverbullet refused the bridge's token (401); check MCP_SILVERBULLET_SB_TOKEN",
  FORBIDDEN: ({ why }) => `silverbullet refused the request (403): ${forbidden[why]}`,
  SERVER_BODY_TOO_LARGE: () => "body too large: limit is 4 MiB",
  SERVER_ERROR: ({ status, hint }) => `silverbullet error: ${status}${hint === null ? "" : ` [cf_hint: ${hint}]`}`,
  BAD_ANSWER: ({ problem }) => `silverbullet's answer cannot be used: ${problem}; check MCP_SILVERBULLET_SB_URL`,
  TIMEOUT: () => "silverbullet request timed out",
  UNREACHABLE: ({ address }) => `silverbullet unreachable at ${address}; check that it runs there`,
  NOT_ENABLED: () => "list_tasks without page argument requires the journal surface to be enabled",
  SPACE_UNREADABLE: ({ problem }) => `the space on disk cannot be read: ${problem}`,
  READER_LOST: () => "the thread that searched was lost; try again",
  BUSY: () => "the bridge has more calls waiting than it takes on; try again when some have been answered",
};

const forbidden: Record<SpaceFacts["FORBIDDEN"]["why"], string> = {
  read_only: "the space or the page is read-only",
  insufficient_access: "the bridge's account has insufficient access to this space",
  unknown: "access to the page is not allowed, or its name leads out of the space",
};
