import type { NearMiss } from "./lineage/near-miss.ts";

/** Where in a call a refusal arises, in the order of the checks. */
type Stage = "request" | "vault" | "source" | "commit" | "server";

interface Row {
  readonly stage: Stage;
  readonly meaning: string;
  readonly action: string;
  /** Whether the same call may simply be sent again. */
  readonly retry: boolean;
}

/** Every code a result can carry. The README's table is this one. */
export const refusals = {
  BAD_INPUT: {
    stage: "request",
    retry: false,
    meaning: "The arguments do not have the form the tool takes.",
    action: "Correct the member that `at` points to.",
  },
  ESCAPES: {
    stage: "request",
    retry: false,
    meaning: "The path, or a link on it, leads out of the granted folder.",
    action: "Use a path inside the folder.",
  },
  IS_ROOT: {
    stage: "request",
    retry: false,
    meaning: "The path is the granted folder itself.",
    action: "Name a file in it.",
  },
  ARC_IMMUTABLE: {
    stage: "request",
    retry: false,
    meaning: "Nothing is ever written under `Arc/`.",
    action: "Put the page elsewhere; citing `Arc/` is fine.",
  },
  WYRD_RESERVED: {
    stage: "request",
    retry: false,
    meaning: "`.wyrd/` belongs to the server.",
    action: "Put the page elsewhere.",
  },
  STREAM_SYNTAX: {
    stage: "request",
    retry: false,
    meaning: "The page's path has a colon in it, which some systems read as a stream or a drive.",
    action: "Leave the colon out.",
  },
  RESERVED_NAME: {
    stage: "request",
    retry: false,
    meaning: "A part of the page's path is a Windows device name.",
    action: "Choose another name.",
  },
  BAD_NAME: {
    stage: "request",
    retry: false,
    meaning:
      "A part of the page's path ends in a dot or a space, or holds control, bidirectional or zero-width characters.",
    action: "Choose a plain name.",
  },
  NAME_TOO_LONG: {
    stage: "request",
    retry: false,
    meaning: "The path or a part of it is too long.",
    action: "Shorten it.",
  },
  NOT_MARKDOWN: {
    stage: "request",
    retry: false,
    meaning: "The page's name does not end in `.md` or `.markdown`.",
    action: "Give it one of these endings.",
  },
  SPAN_INVALID_QUOTE: {
    stage: "request",
    retry: false,
    meaning: "The quote is longer than 1 MiB or is not well-formed text.",
    action: "Shorten it, or cite by offset and length.",
  },
  LINEAGE_LINE_TOO_LARGE: {
    stage: "request",
    retry: false,
    meaning: "The call cites more than one record can hold.",
    action: "Cite fewer or shorter spans, or write several pages.",
  },
  PAGE_TOO_LARGE: {
    stage: "request",
    retry: false,
    meaning: "The content is larger than a page may be.",
    action: "Split it into several pages.",
  },
  SCRIBE_NOT_INITIALISED: {
    stage: "vault",
    retry: false,
    meaning: "The folder has no `.wyrd` directory, so nobody asked for lineage here.",
    action: "Have the person create the directory `.wyrd` in the granted folder.",
  },
  SCRIBE_CONFIG_INVALID: {
    stage: "vault",
    retry: false,
    meaning: "`.wyrd/scribe.json` is not a valid config.",
    action: "Have the person mend it or move it away.",
  },
  SCRIBE_CONFIG_TOO_LARGE: {
    stage: "vault",
    retry: false,
    meaning: "`.wyrd/scribe.json` is larger than a config may be.",
    action: "Have the person mend it or move it away.",
  },
  EXISTS: {
    stage: "vault",
    retry: false,
    meaning: "Something stands at the page's path already.",
    action: "Choose another path; pages are never overwritten.",
  },
  PARENT_ALIAS: {
    stage: "vault",
    retry: false,
    meaning: "The page's folder is reached through a link.",
    action: "Use the real folder's path.",
  },
  LEDGER_UNUSABLE: {
    stage: "vault",
    retry: false,
    meaning: "`.wyrd/lineage.jsonl` cannot be appended to.",
    action: "Have the person look at the file; nothing was written.",
  },
  ROOT_MOVED: {
    stage: "vault",
    retry: false,
    meaning: "The granted folder was moved or replaced since the server started.",
    action: "Restart the server on the folder.",
  },
  MISSING: {
    stage: "source",
    retry: false,
    meaning: "There is nothing at this path.",
    action: "Check the spelling; for a page, have its folder made first.",
  },
  NOT_A_DIRECTORY: {
    stage: "source",
    retry: false,
    meaning: "A part of the path that should be a folder is not one.",
    action: "Check the path.",
  },
  NOT_A_FILE: {
    stage: "source",
    retry: false,
    meaning: "The path is a folder, pipe, socket or device.",
    action: "Cite a regular file.",
  },
  DENIED: {
    stage: "source",
    retry: false,
    meaning: "The operating system denies access.",
    action: "Have the person change the permissions.",
  },
  ELOOP: {
    stage: "source",
    retry: false,
    meaning: "The path goes through too many links.",
    action: "Use the real path.",
  },
  IO_ERROR: {
    stage: "source",
    retry: true,
    meaning: "The operating system reported an error.",
    action: "Look at the errno; try again once it is mended.",
  },
  SPAN_INVALID_RANGE: {
    stage: "source",
    retry: false,
    meaning: "The range reaches past the end of the file.",
    action: "Correct offset or length; both are bytes.",
  },
  SPAN_NOT_ALIGNED: {
    stage: "source",
    retry: false,
    meaning: "The span begins or ends inside a character, or is not UTF-8.",
    action: "Move its edges to whole characters.",
  },
  SPAN_NOT_FOUND: {
    stage: "source",
    retry: false,
    meaning: "The quote does not occur in the file, byte for byte.",
    action: "Copy it exactly, or cite by offset and length.",
  },
  SPAN_AMBIGUOUS: {
    stage: "source",
    retry: false,
    meaning: "The quote occurs more than once.",
    action: "Quote more, or add one of the offsets with the quote's length.",
  },
  SPAN_MISMATCH: {
    stage: "source",
    retry: false,
    meaning: "The text at the range is not the quote.",
    action: "Correct the range or the quote.",
  },
  SOURCE_CHANGED_DURING_READ: {
    stage: "source",
    retry: true,
    meaning: "The file kept changing while it was read.",
    action: "Try again when it is at rest.",
  },
  FRONTMATTER_CONFLICT: {
    stage: "commit",
    retry: false,
    meaning: "The content's frontmatter has the key `wyrd_lineage` or is a flow mapping.",
    action: "Leave the key to the server; write the frontmatter as one key a line.",
  },
  FRONTMATTER_INVALID: {
    stage: "commit",
    retry: false,
    meaning: "The content's frontmatter is not closed, or one more key would break it.",
    action: "Close it with `---` and write one key a line.",
  },
  PAGE_WRITTEN_LEDGER_FAILED: {
    stage: "commit",
    retry: false,
    meaning: "The page stands, but its record is not in the ledger.",
    action: "Do not write the page again: keep `record`, and tell the person.",
  },
  READER_LOST: {
    stage: "server",
    retry: true,
    meaning: "The thread that read a source died; nothing was written.",
    action: "Try again.",
  },
  WRITER_LOST: {
    stage: "server",
    retry: false,
    meaning: "The thread that writes died; the page may or may not stand.",
    action: "Look at the page before writing it again.",
  },
  BUSY: {
    stage: "server",
    retry: true,
    meaning: "More calls wait than the server takes on.",
    action: "Try again when some have been answered.",
  },
} as const satisfies Record<string, Row>;

export type RefusalCode = keyof typeof refusals;

interface OnPath {
  /** Relative to the grant. */
  readonly path: string;
}

/** What each code knows beside itself. */
export interface RefusalFacts {
  BAD_INPUT: { readonly problem: string };
  ESCAPES: OnPath;
  IS_ROOT: OnPath;
  ARC_IMMUTABLE: OnPath;
  WYRD_RESERVED: OnPath;
  STREAM_SYNTAX: OnPath;
  RESERVED_NAME: OnPath & { readonly name: string };
  BAD_NAME: OnPath & { readonly name: string };
  NAME_TOO_LONG: { readonly path: string | null; readonly limit: number };
  NOT_MARKDOWN: OnPath;
  SPAN_INVALID_QUOTE: { readonly bytes: number | null; readonly limit: number };
  LINEAGE_LINE_TOO_LARGE: {
    readonly what: "entries" | "spans" | "bytes";
    readonly count: number;
    readonly limit: number;
  };
  PAGE_TOO_LARGE: { readonly bytes: number; readonly limit: number };
  SCRIBE_NOT_INITIALISED: { readonly found: "nothing" | "link" | "not_a_directory" };
  SCRIBE_CONFIG_INVALID: { readonly problem: string };
  SCRIBE_CONFIG_TOO_LARGE: { readonly bytes: number; readonly limit: number };
  EXISTS: OnPath;
  PARENT_ALIAS: OnPath;
  LEDGER_UNUSABLE: {
    readonly problem: "directory" | "link" | "hard_link" | "not_a_file" | "read_only" | "error";
    readonly errno: string | null;
  };
  ROOT_MOVED: Record<never, never>;
  MISSING: OnPath;
  NOT_A_DIRECTORY: OnPath;
  NOT_A_FILE: OnPath;
  DENIED: OnPath;
  ELOOP: OnPath;
  IO_ERROR: OnPath & { readonly errno: string };
  SPAN_INVALID_RANGE: OnPath & { readonly file_bytes: number };
  SPAN_NOT_ALIGNED: OnPath;
  /** `hint` is where text stands that may be meant. */
  SPAN_NOT_FOUND: OnPath & { readonly hint: NearMiss | null };
  SPAN_AMBIGUOUS: OnPath & { readonly offsets: readonly [number, number] };
  SPAN_MISMATCH: OnPath;
  SOURCE_CHANGED_DURING_READ: OnPath;
  FRONTMATTER_CONFLICT: { readonly problem: "key" | "flow" };
  FRONTMATTER_INVALID: { readonly problem: "unclosed" | "no_room" };
  PAGE_WRITTEN_LEDGER_FAILED: OnPath;
  READER_LOST: OnPath;
  WRITER_LOST: OnPath & { readonly begun: boolean };
  BUSY: Record<never, never>;
}

/** A refusal: a code, the facts behind it, and the JSON pointer of the argument at fault where there is one. Words are made in `reply.ts`. */
export type Refusal = {
  [Code in RefusalCode]: { readonly code: Code; readonly at: string | null; readonly facts: RefusalFacts[Code] };
}[RefusalCode];

/** Builds a refusal. */
export function refuse<Code extends RefusalCode>(
  code: Code,
  facts: RefusalFacts[Code],
  at: string | null = null,
): Refusal {
  return { code, at, facts } as Refusal;
}

/** The same refusal, pointing to an argument; one that is no fault of any argument points to none. */
export function pointTo(refusal: Refusal, at: string): Refusal {
  return refusal.code === "ROOT_MOVED" ? refusal : { ...refusal, at };
}

/** Why a granted folder cannot be served. */
export type GrantRefusal = { readonly code: GrantCode };

export type GrantCode =
  | "GRANT_NOT_GIVEN"
  | "GRANT_EMPTY"
  | "GRANT_NOT_EXPANDED"
  | "GRANT_NAMESPACED"
  | "GRANT_RELATIVE"
  | "GRANT_BAD_CHARACTERS"
  | "GRANT_TOO_LONG"
  | "GRANT_MISSING"
  | "GRANT_NOT_A_DIRECTORY"
  | "GRANT_DENIED"
  | "GRANT_ERROR";
