/** A call that can help after a refusal. */
export interface NextCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, string>>;
}

interface Row {
  readonly meaning: string;
  /** Whether the same call may simply be sent again. */
  readonly retry: boolean;
}

/** Every code that a tool of the bridge can be refused with. The table in docs/silverbullet.md is this one. */
export const spaceRefusals = {
  BAD_INPUT: { retry: false, meaning: "The arguments do not have the form the tool takes." },
  BAD_NAME: { retry: false, meaning: "The page's name cannot be one; nothing was asked of the server." },
  BODY_TOO_LARGE: { retry: false, meaning: "The text is larger than a call may carry." },
  PAGE_NOT_FOUND: { retry: false, meaning: "There is no such page." },
  PAGE_EXISTS: { retry: false, meaning: "The page that should be created stands already." },
  DESTINATION_EXISTS: { retry: false, meaning: "Something stands under the new name already." },
  PRECONDITION_FAILED: { retry: false, meaning: "The page is not the version that `if_match` names." },
  CONCURRENT_EDIT: { retry: false, meaning: "Another writer changed the page while this call was writing it." },
  NOT_TEXT: { retry: false, meaning: "The page is not valid UTF-8, so editing it would damage it." },
  PAGE_UNSETTLED: { retry: true, meaning: "Somebody else is writing the page, and it was only seen in part." },
  PAGE_TOO_LARGE: { retry: false, meaning: "The page is larger than the 4 MiB that are read as text." },
  LINES_SHIFTED: {
    retry: false,
    meaning: "Another writer's edit was in the way, and the lines' numbers now name other lines.",
  },
  LINES_OUT_OF_BOUNDS: { retry: false, meaning: "The page has fewer lines." },
  FIND_NOT_FOUND: { retry: false, meaning: "The text to replace does not stand in the page." },
  FIND_AMBIGUOUS: { retry: false, meaning: "The text to replace stands in the page more than once." },
  TASK_NOT_FOUND: { retry: false, meaning: "The page has no task of that reference." },
  TASK_AMBIGUOUS: { retry: false, meaning: "The page has several tasks of that reference." },
  MOVED_NOT_DELETED: { retry: false, meaning: "The new page was written, but the old one could not be deleted." },
  MOVED_OLD_CHANGED: {
    retry: false,
    meaning: "The new page was written, but the old one changed meanwhile and is kept.",
  },
  UNAUTHORIZED: { retry: false, meaning: "SilverBullet does not accept the bridge's token." },
  FORBIDDEN: { retry: false, meaning: "SilverBullet does not allow the request: read-only, or too little access." },
  SERVER_BODY_TOO_LARGE: { retry: false, meaning: "Something before SilverBullet takes no body of that size." },
  SERVER_ERROR: { retry: true, meaning: "SilverBullet, or something before it, answered with an error." },
  BAD_ANSWER: { retry: false, meaning: "What answered is not SilverBullet's file API." },
  TIMEOUT: { retry: true, meaning: "SilverBullet did not answer in time." },
  UNREACHABLE: { retry: true, meaning: "SilverBullet cannot be reached." },
  NOT_ENABLED: { retry: false, meaning: "The tool needs the space on disk, and the bridge was started without it." },
  SPACE_UNREADABLE: { retry: false, meaning: "The space's folder cannot be read any more." },
  READER_LOST: { retry: true, meaning: "The thread that searched died; nothing was changed." },
  BUSY: { retry: true, meaning: "More calls wait than the bridge takes on." },
} as const satisfies Record<string, Row>;

export type SpaceCode = keyof typeof spaceRefusals;

interface OnPage {
  /** The resolved file name. */
  readonly page: string;
}

/** What each code knows beside itself. */
export interface SpaceFacts {
  /** The whole sentence. */
  BAD_INPUT: { readonly problem: string };
  BAD_NAME: { readonly problem: string };
  BODY_TOO_LARGE: { readonly bytes: number };
  PAGE_NOT_FOUND: OnPage;
  PAGE_EXISTS: OnPage;
  DESTINATION_EXISTS: OnPage;
  /** `current_etag` is null when the server did not tell it. */
  PRECONDITION_FAILED: OnPage & { readonly current_etag: string | null };
  CONCURRENT_EDIT: OnPage & { readonly written_etag: string; readonly current_etag: string };
  NOT_TEXT: OnPage;
  PAGE_UNSETTLED: OnPage;
  PAGE_TOO_LARGE: OnPage & { readonly bytes: number };
  LINES_SHIFTED: OnPage;
  LINES_OUT_OF_BOUNDS: OnPage & { readonly start: number; readonly end: number; readonly lines: number };
  FIND_NOT_FOUND: OnPage;
  FIND_AMBIGUOUS: OnPage & { readonly count: number };
  TASK_NOT_FOUND: OnPage & { readonly ref: string };
  TASK_AMBIGUOUS: OnPage & { readonly ref: string };
  /** `page` is the new page. */
  MOVED_NOT_DELETED: OnPage & { readonly old: string; readonly cause: SpaceRefusal };
  MOVED_OLD_CHANGED: OnPage & { readonly old: string };
  UNAUTHORIZED: Record<never, never>;
  FORBIDDEN: { readonly why: "read_only" | "insufficient_access" | "unknown" };
  SERVER_BODY_TOO_LARGE: Record<never, never>;
  /** `hint` is compact JSON of what Cloudflare answered. */
  SERVER_ERROR: { readonly status: number; readonly hint: string | null };
  BAD_ANSWER: { readonly problem: string };
  TIMEOUT: Record<never, never>;
  UNREACHABLE: { readonly address: string };
  NOT_ENABLED: Record<never, never>;
  SPACE_UNREADABLE: { readonly problem: string };
  READER_LOST: Record<never, never>;
  BUSY: Record<never, never>;
}

/** A refusal of a tool of the bridge: a code and the facts behind it. Words are made in `main/bridge/words.ts`. */
export type SpaceRefusal = {
  [Code in SpaceCode]: { readonly code: Code; readonly facts: SpaceFacts[Code] };
}[SpaceCode];

export interface SpaceRefused {
  readonly ok: false;
  readonly refusal: SpaceRefusal;
}

/** Builds the answer of something that is refused. */
export function spaceRefused<Code extends SpaceCode>(code: Code, facts: SpaceFacts[Code]): SpaceRefused {
  return { ok: false, refusal: { code, facts } as SpaceRefusal };
}
