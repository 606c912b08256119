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

/**
 * Links to a page, or a refusal.
 */
export type BacklinksResult = {
  [k: string]: unknown;
} & {
  /**
   * One row a line.
   */
  result?: {
    /**
     * The page that links.
     */
    file: string;
    /**
     * Line in that page, counted from 1.
     */
    line: number;
    /**
     * That line.
     */
    text: string;
  }[];
  /**
   * Why the call was refused, a stable code.
   */
  code?: string;
  /**
   * What is wrong and what to do.
   */
  message?: string;
  /**
   * The page in question.
   */
  page?: string;
  /**
   * The page's etag now; pass it as if_match once you have looked at the page.
   */
  current_etag?: string;
  /**
   * The etag of what this call wrote.
   */
  written_etag?: string;
  /**
   * A call that helps.
   */
  next_call?: {
    tool: string;
    arguments: {};
  };
};

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

/**
 * How two texts differ, or a refusal.
 */
export type DiffResult = {
  [k: string]: unknown;
} & {
  /**
   * A unified diff; empty when both are the same.
   */
  diff?: string;
  name?: {
    /**
     * The page's file name.
     */
    name: string;
    /**
     * The page's Markdown source.
     */
    body: string;
    /**
     * The page's etag, quotes included; pass it as if_match.
     */
    etag: string;
    /**
     * Bytes of the page.
     */
    size_bytes: number;
    /**
     * Milliseconds since 1970.
     */
    last_modified_ms: number | null;
    /**
     * How the requested name was read; only when it was changed.
     */
    name_resolution?: {
      requested: string;
      resolved: string;
      suffix_added: string | null;
    };
  };
  /**
   * The other page; null when a text was compared.
   */
  other?: {
    /**
     * The page's file name.
     */
    name: string;
    /**
     * The page's Markdown source.
     */
    body: string;
    /**
     * The page's etag, quotes included; pass it as if_match.
     */
    etag: string;
    /**
     * Bytes of the page.
     */
    size_bytes: number;
    /**
     * Milliseconds since 1970.
     */
    last_modified_ms: number | null;
    /**
     * How the requested name was read; only when it was changed.
     */
    name_resolution?: {
      requested: string;
      resolved: string;
      suffix_added: string | null;
    };
  } | null;
  /**
   * Why the call was refused, a stable code.
   */
  code?: string;
  /**
   * What is wrong and what to do.
   */
  message?: string;
  /**
   * The page in question.
   */
  page?: string;
  /**
   * The page's etag now; pass it as if_match once you have looked at the page.
   */
  current_etag?: string;
  /**
   * The etag of what this call wrote.
   */
  written_etag?: string;
  /**
   * A call that helps.
   */
  next_call?: {
    tool: string;
    arguments: {};
  };
};

/**
 * The page as it stands now, what a dry run would do, or a refusal.
 */
export type EditedResult = {
  [k: string]: unknown;
} & {
  /**
   * The page's file name in the space.
   */
  name?: string;
  /**
   * The page's etag, quotes included; pass it as if_match. Null after a deletion, and in lists that were not asked for etags.
   */
  etag?: string | null;
  /**
   * Bytes of the page.
   */
  size_bytes?: number | null;
  /**
   * Milliseconds since 1970.
   */
  last_modified_ms?: number | null;
  /**
   * Milliseconds since 1970.
   */
  created_ms?: number | null;
  /**
   * Nothing was changed.
   */
  dry_run?: boolean;
  /**
   * The page's text as it is.
   */
  original?: string;
  /**
   * The page's text as it would be.
   */
  patched?: string;
  /**
   * A unified diff of the two; empty when nothing would change.
   */
  diff?: string;
  /**
   * How the requested name was read; only when it was changed.
   */
  name_resolution?: {
    requested: string;
    resolved: string;
    suffix_added: string | null;
  };
  /**
   * Why the call was refused, a stable code.
   */
  code?: string;
  /**
   * What is wrong and what to do.
   */
  message?: string;
  /**
   * The page in question.
   */
  page?: string;
  /**
   * The page's etag now; pass it as if_match once you have looked at the page.
   */
  current_etag?: string;
  /**
   * The etag of what this call wrote.
   */
  written_etag?: string;
  /**
   * A call that helps.
   */
  next_call?: {
    tool: string;
    arguments: {};
  };
};

/**
 * Whether the page exists, or a refusal.
 */
export type ExistsResult = {
  [k: string]: unknown;
} & {
  /**
   * Whether the page exists.
   */
  result?: boolean;
  /**
   * How the requested name was read; only when it was changed.
   */
  name_resolution?: {
    requested: string;
    resolved: string;
    suffix_added: string | null;
  };
  /**
   * Why the call was refused, a stable code.
   */
  code?: string;
  /**
   * What is wrong and what to do.
   */
  message?: string;
  /**
   * The page in question.
   */
  page?: string;
  /**
   * The page's etag now; pass it as if_match once you have looked at the page.
   */
  current_etag?: string;
  /**
   * The etag of what this call wrote.
   */
  written_etag?: string;
  /**
   * A call that helps.
   */
  next_call?: {
    tool: string;
    arguments: {};
  };
};

export interface FindBacklinksInput {
  /**
   * The page that links lead to, such as Areas/Garden.
   */
  target: string;
}

/**
 * Pages a month (YYYY-MM), or a refusal.
 */
export type HistogramResult =
  | {
      [k: string]: number;
    }
  | {
      [k: string]: unknown;
    };

/**
 * Pages that hold a text, or a refusal.
 */
export type HitsResult = {
  [k: string]: unknown;
} & {
  /**
   * One row a page.
   */
  result?: {
    /**
     * The page's file name.
     */
    name: string;
    /**
     * Where the text stands.
     */
    match: "name" | "content" | "both";
    /**
     * Text around the first occurrence, at most 84 characters.
     */
    snippet: string;
  }[];
  /**
   * Why the call was refused, a stable code.
   */
  code?: string;
  /**
   * What is wrong and what to do.
   */
  message?: string;
  /**
   * The page in question.
   */
  page?: string;
  /**
   * The page's etag now; pass it as if_match once you have looked at the page.
   */
  current_etag?: string;
  /**
   * The etag of what this call wrote.
   */
  written_etag?: string;
  /**
   * A call that helps.
   */
  next_call?: {
    tool: string;
    arguments: {};
  };
};

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
   * How often to try again when another writer's edit pushed this one out, 0 to 10. Default 3.
   */
  max_retries?: number;
}

export interface PageExistsInput {
  /**
   * The page's name, such as Areas/Garden. Without an extension it is a Markdown page, and .md is added.
   */
  name: string;
}

/**
 * A page's source, or a refusal.
 */
export type PageResult = {
  [k: string]: unknown;
} & {
  /**
   * The page's Markdown source.
   */
  body?: string;
  /**
   * The page's etag, quotes included; pass it as if_match.
   */
  etag?: string;
  /**
   * Bytes of the page.
   */
  size_bytes?: number;
  /**
   * Milliseconds since 1970.
   */
  last_modified_ms?: number | null;
  /**
   * How the requested name was read; only when it was changed.
   */
  name_resolution?: {
    requested: string;
    resolved: string;
    suffix_added: string | null;
  };
  /**
   * Why the call was refused, a stable code.
   */
  code?: string;
  /**
   * What is wrong and what to do.
   */
  message?: string;
  /**
   * The page in question.
   */
  page?: string;
  /**
   * The page's etag now; pass it as if_match once you have looked at the page.
   */
  current_etag?: string;
  /**
   * The etag of what this call wrote.
   */
  written_etag?: string;
  /**
   * A call that helps.
   */
  next_call?: {
    tool: string;
    arguments: {};
  };
};

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

/**
 * The pages of the space, or a refusal.
 */
export type PagesResult = {
  [k: string]: unknown;
} & {
  /**
   * One row a page.
   */
  result?: {
    /**
     * The page's file name in the space.
     */
    name: string;
    /**
     * The page's etag, quotes included; pass it as if_match. Null after a deletion, and in lists that were not asked for etags.
     */
    etag: string | null;
    /**
     * Bytes of the page.
     */
    size_bytes: number | null;
    /**
     * Milliseconds since 1970.
     */
    last_modified_ms: number | null;
    /**
     * Milliseconds since 1970.
     */
    created_ms: number | null;
  }[];
  /**
   * Why the call was refused, a stable code.
   */
  code?: string;
  /**
   * What is wrong and what to do.
   */
  message?: string;
  /**
   * The page in question.
   */
  page?: string;
  /**
   * The page's etag now; pass it as if_match once you have looked at the page.
   */
  current_etag?: string;
  /**
   * The etag of what this call wrote.
   */
  written_etag?: string;
  /**
   * A call that helps.
   */
  next_call?: {
    tool: string;
    arguments: {};
  };
};

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

/**
 * Pages, newest first, or a refusal.
 */
export type RecentResult = {
  [k: string]: unknown;
} & {
  /**
   * One row a page.
   */
  result?: {
    /**
     * The page's file name.
     */
    name: string;
    /**
     * When it was last changed, ISO 8601, UTC.
     */
    mtime_iso: string;
    /**
     * Bytes of the page.
     */
    size_bytes: number;
  }[];
  /**
   * Why the call was refused, a stable code.
   */
  code?: string;
  /**
   * What is wrong and what to do.
   */
  message?: string;
  /**
   * The page in question.
   */
  page?: string;
  /**
   * The page's etag now; pass it as if_match once you have looked at the page.
   */
  current_etag?: string;
  /**
   * The etag of what this call wrote.
   */
  written_etag?: string;
  /**
   * A call that helps.
   */
  next_call?: {
    tool: string;
    arguments: {};
  };
};

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

/**
 * Pages a tag, or a refusal.
 */
export type TagsResult =
  | {
      [k: string]: number;
    }
  | {
      [k: string]: unknown;
    };

/**
 * Tasks, or a refusal.
 */
export type TasksResult = {
  [k: string]: unknown;
} & {
  /**
   * One row a task.
   */
  result?: {
    /**
     * The page's file name.
     */
    name: string;
    /**
     * The target of the first wikilink in the task, by which check_task knows it; null when there is none.
     */
    ref: string | null;
    /**
     * Line in the page, counted from 1.
     */
    line: number;
    /**
     * The character between the brackets.
     */
    state: string;
    /**
     * The task's text.
     */
    text: string;
  }[];
  /**
   * How the requested name was read; only when it was changed.
   */
  name_resolution?: {
    requested: string;
    resolved: string;
    suffix_added: string | null;
  };
  /**
   * Why the call was refused, a stable code.
   */
  code?: string;
  /**
   * What is wrong and what to do.
   */
  message?: string;
  /**
   * The page in question.
   */
  page?: string;
  /**
   * The page's etag now; pass it as if_match once you have looked at the page.
   */
  current_etag?: string;
  /**
   * The etag of what this call wrote.
   */
  written_etag?: string;
  /**
   * A call that helps.
   */
  next_call?: {
    tool: string;
    arguments: {};
  };
};

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

/**
 * The page as it stands now, or a refusal.
 */
export type WrittenResult = {
  [k: string]: unknown;
} & {
  /**
   * The page's file name in the space.
   */
  name?: string;
  /**
   * The page's etag, quotes included; pass it as if_match. Null after a deletion, and in lists that were not asked for etags.
   */
  etag?: string | null;
  /**
   * Bytes of the page.
   */
  size_bytes?: number | null;
  /**
   * Milliseconds since 1970.
   */
  last_modified_ms?: number | null;
  /**
   * Milliseconds since 1970.
   */
  created_ms?: number | null;
  /**
   * How the requested name was read; only when it was changed.
   */
  name_resolution?: {
    requested: string;
    resolved: string;
    suffix_added: string | null;
  };
  /**
   * Why the call was refused, a stable code.
   */
  code?: string;
  /**
   * What is wrong and what to do.
   */
  message?: string;
  /**
   * The page in question.
   */
  page?: string;
  /**
   * The page's etag now; pass it as if_match once you have looked at the page.
   */
  current_etag?: string;
  /**
   * The etag of what this call wrote.
   */
  written_etag?: string;
  /**
   * A call that helps.
   */
  next_call?: {
    tool: string;
    arguments: {};
  };
};
