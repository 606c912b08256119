// Made from schemas/ by `npm run contract`. Do not edit.
export interface AppendToPageInput {
  /**
   * The page's name, such as Areas/Garden. Without an extension it is a Markdown page, and .md is added.
   */
  name: string;
  /**
   * The text to add at the end, at most 256 KiB. It begins on a line of its own.
   */
  text: string;
  /**
   * The etag that the page must still have, as an earlier call returned it, quotes included; or "*" for a page that must exist. Left out: unconditional.
   */
  if_match?: string;
  /**
   * True: changes nothing and returns the text before and after, and a unified diff. Default false.
   */
  dry_run?: boolean;
  /**
   * How often to try again when another writer's edit pushed this one out, 0 to 10. Default 3.
   */
  max_retries?: number;
}

export interface CheckTaskInput {
  /**
   * The page's name, such as Areas/Garden. Without an extension it is a Markdown page, and .md is added.
   */
  page: string;
  /**
   * The target of the wikilink in the task, as list_tasks returned it.
   */
  ref: string;
  /**
   * The state the task gets: todo [ ], done [x] or cancelled [X]. Default done.
   */
  state?: "todo" | "done" | "cancelled";
  /**
   * The etag that the page must still have, as an earlier call returned it, quotes included; or "*" for a page that must exist. Left out: unconditional.
   */
  if_match?: string;
  /**
   * True: changes nothing and returns the text before and after, and a unified diff. Default false.
   */
  dry_run?: boolean;
  /**
   * How often to try again when another writer's edit pushed this one out, 0 to 10. Default 3.
   */
  max_retries?: number;
}

export interface CreatePageInput {
  /**
   * The page's name, such as Areas/Garden. Without an extension it is a Markdown page, and .md is added.
   */
  name: string;
  /**
   * The text of the new page, at most 256 KiB.
   */
  content: string;
}

export interface DeletePageInput {
  /**
   * The page's name, such as Areas/Garden. Without an extension it is a Markdown page, and .md is added.
   */
  name: string;
  /**
   * The etag that the page must still have, as an earlier call returned it, quotes included; or "*" for a page that must exist. Left out: unconditional.
   */
  if_match?: string;
}

export interface DiffPagesInput {
  /**
   * The page's name, such as Areas/Garden. Without an extension it is a Markdown page, and .md is added.
   */
  name: string;
  /**
   * The page to compare with. Pass this or other_body.
   */
  other_name?: string;
  /**
   * The text to compare with, at most 256 KiB. Pass this or other_name.
   */
  other_body?: string;
}

export interface FindBacklinksInput {
  /**
   * The page that links lead to, such as Areas/Garden.
   */
  target: string;
}

export interface JournalHistogramInput {
  /**
   * Only pages whose path holds this text, case-sensitive.
   */
  prefix?: string;
}

export interface ListPagesInput {
  /**
   * Only pages whose name starts with this text, case-sensitive.
   */
  prefix?: string;
  /**
   * Only pages whose name holds this text, case-sensitive.
   */
  contains?: string;
}

export interface ListTasksInput {
  /**
   * The page whose tasks are listed. Left out: those of the whole space.
   */
  page?: string;
  /**
   * Only pages whose path holds this text, case-sensitive.
   */
  prefix?: string;
}

export interface MovePageInput {
  /**
   * The page's name, such as Areas/Garden. Without an extension it is a Markdown page, and .md is added.
   */
  name: string;
  /**
   * The page's new name; nothing may stand there.
   */
  new_name: string;
  /**
   * The etag that the page must still have, as an earlier call returned it, quotes included; or "*" for a page that must exist. Left out: unconditional.
   */
  if_match?: string;
  /**
   * Taken as by the editing tools, 0 to 10, but a move is never tried again: a page that somebody changes meanwhile is kept.
   */
  max_retries?: number;
}

export interface PageExistsInput {
  /**
   * The page's name, such as Areas/Garden. Without an extension it is a Markdown page, and .md is added.
   */
  name: string;
}

export interface PagesTouchingTopicInput {
  /**
   * The text to look for, literally, in any letter case.
   */
  query: string;
  /**
   * Only pages whose path holds this text, case-sensitive.
   */
  prefix?: string;
}

export interface PatchPageLinesInput {
  /**
   * The page's name, such as Areas/Garden. Without an extension it is a Markdown page, and .md is added.
   */
  name: string;
  /**
   * First line to replace, counted from 1.
   */
  start_line: number;
  /**
   * Last line to replace, itself included.
   */
  end_line: number;
  /**
   * What stands there instead, at most 256 KiB. Empty text deletes the lines.
   */
  new_content: string;
  /**
   * The etag that the page must still have, as an earlier call returned it, quotes included; or "*" for a page that must exist. Left out: unconditional.
   */
  if_match?: string;
  /**
   * True: changes nothing and returns the text before and after, and a unified diff. Default false.
   */
  dry_run?: boolean;
  /**
   * How often to try again when another writer's edit pushed this one out, 0 to 10. Default 3.
   */
  max_retries?: number;
}

export interface PatchPageReplaceInput {
  /**
   * The page's name, such as Areas/Garden. Without an extension it is a Markdown page, and .md is added.
   */
  name: string;
  /**
   * The text to replace, literally; it must stand in the page once, unless replace_all is true.
   */
  find: string;
  /**
   * What stands there instead, literally, at most 256 KiB.
   */
  new_string: string;
  /**
   * True: replaces every occurrence. Default false.
   */
  replace_all?: boolean;
  /**
   * The etag that the page must still have, as an earlier call returned it, quotes included; or "*" for a page that must exist. Left out: unconditional.
   */
  if_match?: string;
  /**
   * True: changes nothing and returns the text before and after, and a unified diff. Default false.
   */
  dry_run?: boolean;
  /**
   * How often to try again when another writer's edit pushed this one out, 0 to 10. Default 3.
   */
  max_retries?: number;
}

export interface PrependToPageInput {
  /**
   * The page's name, such as Areas/Garden. Without an extension it is a Markdown page, and .md is added.
   */
  name: string;
  /**
   * The text to add, at most 256 KiB. What follows begins on a line of its own.
   */
  content: string;
  /**
   * Where it goes: after the frontmatter, or at the very top. Default after_frontmatter.
   */
  position?: "after_frontmatter" | "top";
  /**
   * The etag that the page must still have, as an earlier call returned it, quotes included; or "*" for a page that must exist. Left out: unconditional.
   */
  if_match?: string;
  /**
   * True: changes nothing and returns the text before and after, and a unified diff. Default false.
   */
  dry_run?: boolean;
  /**
   * How often to try again when another writer's edit pushed this one out, 0 to 10. Default 3.
   */
  max_retries?: number;
}

export interface ReadPageInput {
  /**
   * The page's name, such as Areas/Garden. Without an extension it is a Markdown page, and .md is added.
   */
  name: string;
}

export interface RecentPagesInput {
  /**
   * How many pages at most. Default 10.
   */
  limit?: number;
  /**
   * Only pages whose path holds this text, case-sensitive.
   */
  prefix?: string;
}

export interface SearchPagesInput {
  /**
   * The text to look for, literally, in any letter case.
   */
  query: string;
  /**
   * Only pages whose path holds this text, case-sensitive.
   */
  prefix?: string;
  /**
   * How many pages at most, 1 to 100. Default 20.
   */
  limit?: number;
}

export interface TagSummaryInput {
  /**
   * Only pages whose path holds this text, case-sensitive.
   */
  prefix?: string;
}

export interface WritePageInput {
  /**
   * The page's name, such as Areas/Garden. Without an extension it is a Markdown page, and .md is added.
   */
  name: string;
  /**
   * The whole new text of the page, at most 256 KiB.
   */
  content: string;
  /**
   * The etag that the page must still have, as an earlier call returned it, quotes included; or "*" for a page that must exist. Left out: unconditional.
   */
  if_match?: string;
}
