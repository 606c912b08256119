import type { WritePageResult } from "../../core/contract.generated.ts";
import { ledgerPath, scribeFolder } from "../../core/grant-path.ts";
import type { NearMiss } from "../../core/lineage/near-miss.ts";
import type { CommitOutcome } from "../../core/messages/writer.ts";
import { type Refusal, type RefusalCode, type RefusalFacts, refusals } from "../../core/refusal.ts";
import type { ToolResult } from "../shared/tools.ts";

/** The tool result of a call's outcome: one sentence, a line break, the result as JSON, and the same as structured content. */
export function reply(outcome: CommitOutcome): ToolResult {
  const result = resultOf(outcome);
  const text = `${sentence(outcome)}\n${JSON.stringify(result)}`;
  return {
    content: [{ type: "text", text }],
    structuredContent: result as unknown as Record<string, unknown>,
    isError: !result.ok,
  };
}

function resultOf(outcome: CommitOutcome): WritePageResult {
  switch (outcome.kind) {
    case "written": {
      const { created, record, appended, config_created } = outcome;
      return { ok: true, created, record: { ...record }, appended, config_created };
    }
    case "refused":
      return refusedResult(outcome.refusal);
    case "page_written_ledger_failed": {
      const { created, record, cause, config_created } = outcome;
      const { reason, detail } = described(cause.refusal);
      return {
        ok: false,
        ...described(ledgerFailure(created.path)),
        created,
        record: { ...record },
        cause: { reason, detail, retained: cause.retained },
        config_created,
      };
    }
  }
}

function sentence(outcome: CommitOutcome): string {
  switch (outcome.kind) {
    case "written": {
      const { path, bytes } = outcome.created;
      return `Created ${show(path)} (${bytes} bytes) and recorded its lineage.`;
    }
    case "refused": {
      const { reason, detail } = described(outcome.refusal);
      return `Refused (${reason}): ${detail}`;
    }
    case "page_written_ledger_failed": {
      const { reason, detail } = described(ledgerFailure(outcome.created.path));
      return `Failed (${reason}): ${detail}`;
    }
  }
}

function refusedResult(refusal: Refusal): WritePageResult {
  return {
    ok: false,
    ...described(refusal),
    ...(refusal.at === null ? {} : { at: refusal.at }),
    ...(refusal.code === "SPAN_AMBIGUOUS" ? { offsets: [...refusal.facts.offsets] } : {}),
    ...(refusal.code === "SPAN_NOT_FOUND" && refusal.facts.hint !== null ? { hint: refusal.facts.hint } : {}),
  };
}

function ledgerFailure(path: string): Refusal {
  return { code: "PAGE_WRITTEN_LEDGER_FAILED", at: null, facts: { path } };
}

/** A refusal's code, and a sentence that says what is wrong and what to do. */
export function described(refusal: Refusal): { reason: RefusalCode; detail: string } {
  const word = words[refusal.code] as (facts: Refusal["facts"]) => string;
  return { reason: refusal.code, detail: `${word(refusal.facts)} ${refusals[refusal.code].action}` };
}

/** What is wrong, a sentence a code. */
const words: { readonly [Code in RefusalCode]: (facts: RefusalFacts[Code]) => string } = {
  BAD_INPUT: ({ problem }) => `${problem}.`,
  ESCAPES: ({ path }) => `${show(path)} leads out of the granted folder.`,
  IS_ROOT: ({ path }) => `${show(path)} is the granted folder itself.`,
  ARC_IMMUTABLE: ({ path }) => `${show(path)} is in Arc, where nothing is ever written.`,
  WYRD_RESERVED: ({ path }) => `${show(path)} is in ${scribeFolder}, which belongs to the server.`,
  STREAM_SYNTAX: ({ path }) => `${show(path)} has a colon in it.`,
  RESERVED_NAME: ({ path, name }) => `${show(name)} in ${show(path)} is a device name on Windows.`,
  BAD_NAME: ({ path, name }) =>
    `${show(name)} in ${show(path)} ends in a dot or a space, or holds characters that cannot be seen.`,
  NAME_TOO_LONG: ({ path, limit }) => `${path === null ? "The path" : show(path)} is longer than ${limit} bytes allow.`,
  NOT_MARKDOWN: ({ path }) => `${show(path)} does not end in .md or .markdown.`,
  SPAN_INVALID_QUOTE: ({ bytes, limit }) =>
    bytes === null
      ? "The quote holds a lone surrogate, which is no character."
      : `The quote has ${bytes} bytes; at most ${limit} are taken.`,
  LINEAGE_LINE_TOO_LARGE: ({ what, count, limit }) =>
    what === "bytes"
      ? `The record would take ${count} bytes; a line of the ledger has at most ${limit}.`
      : `The call has ${count} ${what}; at most ${limit} are taken.`,
  PAGE_TOO_LARGE: ({ bytes, limit }) => `The content has ${bytes} bytes; a page may have at most ${limit} (16 MiB).`,
  SCRIBE_NOT_INITIALISED: ({ found }) =>
    found === "nothing"
      ? `There is no directory ${scribeFolder} in the granted folder.`
      : `${scribeFolder} in the granted folder is ${found === "link" ? "a link" : "not a directory"}.`,
  SCRIBE_CONFIG_INVALID: ({ problem }) => `${scribeFolder}/scribe.json is not valid: ${problem}.`,
  SCRIBE_CONFIG_TOO_LARGE: ({ bytes, limit }) =>
    `${scribeFolder}/scribe.json has ${bytes} bytes; at most ${limit} are read.`,
  EXISTS: ({ path }) => `Something stands at ${show(path)} already.`,
  PARENT_ALIAS: ({ path }) => `The folder of ${show(path)} is reached through a link.`,
  LEDGER_UNUSABLE: ({ problem, errno }) =>
    `${ledgerPath} ${ledgerProblems[problem]}${errno === null ? "" : ` (${errno})`}.`,
  ROOT_MOVED: () => "The granted folder is no longer where it was when the server started.",
  MISSING: ({ path }) => `There is nothing at ${show(path)}.`,
  NOT_A_DIRECTORY: ({ path }) => `A part of ${show(path)} that should be a folder is not one.`,
  NOT_A_FILE: ({ path }) => `${show(path)} is not a regular file.`,
  DENIED: ({ path }) => `The operating system denies access to ${show(path)}.`,
  ELOOP: ({ path }) => `${show(path)} goes through too many links.`,
  IO_ERROR: ({ path, errno }) => `The operating system reported ${errno} for ${show(path)}.`,
  SPAN_INVALID_RANGE: ({ path, file_bytes }) =>
    `The range reaches past the end of ${show(path)}, which has ${file_bytes} bytes.`,
  SPAN_NOT_ALIGNED: ({ path }) => `The span in ${show(path)} does not begin and end at whole UTF-8 characters.`,
  SPAN_NOT_FOUND: ({ path, hint }) =>
    `The quote does not occur in ${show(path)}.${hint === null ? "" : ` ${hintSentence(hint)}`}`,
  SPAN_AMBIGUOUS: ({ path, offsets }) =>
    `The quote occurs more than once in ${show(path)}, first at byte offsets ${offsets[0]} and ${offsets[1]}.`,
  SPAN_MISMATCH: ({ path }) => `The text at the range in ${show(path)} is not the quote.`,
  SOURCE_CHANGED_DURING_READ: ({ path }) => `${show(path)} kept changing while it was read.`,
  FRONTMATTER_CONFLICT: ({ problem }) =>
    problem === "key"
      ? "The content's frontmatter has a key wyrd_lineage already."
      : "The content's frontmatter is a flow mapping, to which no key can be added.",
  FRONTMATTER_INVALID: ({ problem }) =>
    problem === "unclosed"
      ? "The content's frontmatter is not closed within its first 200 lines."
      : "The content's frontmatter cannot take one more key without breaking.",
  PAGE_WRITTEN_LEDGER_FAILED: ({ path }) =>
    `${show(path)} was created, but its record could not be appended to ${ledgerPath}.`,
  READER_LOST: ({ path }) => `The thread that read ${show(path)} was lost; nothing was written.`,
  WRITER_LOST: ({ path, begun }) =>
    begun
      ? `The thread that writes was lost while ${show(path)} was being created; the outcome is unknown.`
      : `The thread that writes was lost before ${show(path)} was begun; nothing was written.`,
  BUSY: () => "The server has more calls waiting than it takes on; nothing was written.",
};

function hintSentence({ kind, offset, length }: NearMiss): string {
  return `Text that differs from it only in ${differences[kind]} stands at byte offset ${offset}, length ${length}: cite it by that range if it is what you mean.`;
}

const differences: Record<NearMiss["kind"], string> = {
  line_endings: "line endings",
  punctuation: "the form of quotes, dashes or ellipses",
  spaces: "the kind of spaces",
  zero_width: "characters that cannot be seen",
  normalization: "Unicode normalization",
  letter_case: "letter case",
  blanks: "runs of blanks",
  several: "several of line endings, punctuation, spaces, invisible characters, normalization and letter case",
};

const ledgerProblems: Record<RefusalFacts["LEDGER_UNUSABLE"]["problem"], string> = {
  directory: "is a directory",
  link: "is a link",
  hard_link: "has more than one name (hard links)",
  not_a_file: "is not a regular file",
  read_only: "is read-only",
  error: "cannot be opened for appending",
};

/** A path as text that cannot pass for anything else, cut to a readable length. */
function show(path: string): string {
  return JSON.stringify(path.length <= 200 ? path : `${path.slice(0, 199)}…`);
}
