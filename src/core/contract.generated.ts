// Made from schemas/ by `npm run contract`. Do not edit.
/**
 * One line of .wyrd/lineage.jsonl.
 */
export interface LineageRecord {
  schema: "wyrd.lineage/v1";
  event: "page_written";
  event_id: string;
  recorded_at: string;
  writer: {
    server: "wyrd-scribe";
    version: string;
    tool: "write_page";
  };
  vault: {
    kind: "uuid";
    id: string;
  };
  page: {
    identity: {
      kind: "path";
      vault_id: string;
      path: string;
    };
    content: {
      algorithm: "sha256";
      digest: string;
      bytes: number;
    };
  };
  sources: {
    identity: {
      kind: "path";
      vault_id: string;
      path: string;
    };
    content: {
      algorithm: "sha256";
      digest: string;
      bytes: number;
    };
    spans: {
      offset: number;
      length: number;
      quote: {
        text: string;
        original_utf8_bytes: number;
        stored_utf8_bytes: number;
        sha256: string;
        truncated: boolean;
      };
    }[];
  }[];
}

/**
 * .wyrd/scribe.json.
 */
export interface ScribeConfig {
  schema: "wyrd.scribe/v1";
  vault_id: string;
  write_frontmatter: boolean;
}

/**
 * What wyrd-scribe verify --json prints.
 */
export interface VerifyReport {
  /**
   * The ledger's whole lines: a checkpoint. Null when there is no ledger, or it could not be read.
   */
  ledger: {
    path: string;
    lines: number;
    bytes: number;
    sha256: string;
  } | null;
  findings: {
    /**
     * The ledger's line, from 1; null when none is concerned.
     */
    line: number | null;
    kind: "checkpoint" | "config" | "ledger" | "page" | "frontmatter" | "source" | "span";
    /**
     * The file concerned, relative to the granted folder.
     */
    path: string | null;
    what:
      | "cut_short"
      | "rewritten"
      | "invalid"
      | "torn_tail"
      | "nul_run"
      | "too_long"
      | "not_utf8"
      | "not_json"
      | "not_a_record"
      | "duplicate_event_id"
      | "foreign_vault_id"
      | "time_backwards"
      | "edited"
      | "changed"
      | "missing"
      | "not_a_file"
      | "unreadable"
      | "no_record"
      | "disagrees"
      | "moved"
      | "ambiguous"
      | "gone"
      | "unknown"
      | "mismatch";
    /**
     * JSON pointer of the member concerned in the record.
     */
    at?: string;
    /**
     * Lines of a ledger that was cut.
     */
    lines?: number;
    /**
     * The digest of lines that were rewritten.
     */
    sha256?: string;
    /**
     * Bytes of a damaged line.
     */
    bytes?: number;
    /**
     * Where an event_id stands first.
     */
    first_line?: number;
    /**
     * How far time runs backwards.
     */
    behind_ms?: number;
    /**
     * The event that a page names and the ledger does not have.
     */
    event_id?: string;
    /**
     * The code of the refusal to read a file.
     */
    reason?: string;
    /**
     * Where the record has the span.
     */
    offset?: number;
    /**
     * Bytes of the span.
     */
    length?: number;
    /**
     * Where the span's bytes stand now; the first two places when it is ambiguous.
     */
    offsets?: number[];
  }[];
  /**
   * How many records, pages, citations of sources and spans were looked at; null when the audit could not run to its end.
   */
  checked: {
    records: number;
    pages: number;
    sources: number;
    spans: number;
  } | null;
  /**
   * Why the audit could not run.
   */
  error: {
    code: string;
    detail: string;
  } | null;
  /**
   * Whether the audit ran to its end and found nothing.
   */
  ok: boolean;
}

export interface WritePageInput {
  /**
   * Where the new page goes: relative to the granted folder, parts separated by /, ending in .md or .markdown. Its folder must exist; nothing may stand at the path.
   */
  path: string;
  /**
   * The page's Markdown, at most 16 MiB of UTF-8.
   */
  content: string;
  /**
   * The sources that the page draws on, with the spans of each; empty if there are none.
   */
  derived_from: {
    /**
     * The cited file: relative to the granted folder, parts separated by /.
     */
    source: string;
    /**
     * The cited passages: offset and length, or quote, or all three.
     *
     * @minItems 1
     */
    spans: {
      /**
       * First byte of the span, counted from 0 in the file's bytes. Needs length beside it.
       */
      offset?: number;
      /**
       * Bytes in the span. Needs offset beside it.
       */
      length?: number;
      /**
       * The passage's exact text. Alone, it must occur exactly once in the file; with offset and length, it must be the text there.
       */
      quote?: string;
    }[];
  }[];
}

/**
 * A page that was written (ok is true), or a refusal (ok is false).
 */
export interface WritePageResult {
  /**
   * Whether the page and its record are on stable storage.
   */
  ok: boolean;
  /**
   * The page that now stands, also when its record could not be appended.
   */
  created?: {
    path: string;
    bytes: number;
    sha256: string;
  };
  /**
   * The lineage record, as the ledger holds it or should hold it.
   */
  record?: {};
  /**
   * Bytes of the record's line in the ledger.
   */
  appended?: number;
  /**
   * Whether this call minted .wyrd/scribe.json.
   */
  config_created?: boolean;
  /**
   * The refusal's code.
   */
  reason?: string;
  /**
   * What is wrong and what to do.
   */
  detail?: string;
  /**
   * JSON pointer of the argument at fault.
   */
  at?: string;
  /**
   * Byte offsets of the first two occurrences of an ambiguous quote.
   */
  offsets?: number[];
  /**
   * Where in the source text stands, and nowhere else, that differs from the quote in the named way only. If it is what was meant, cite it by this offset and length.
   */
  hint?: {
    /**
     * In what the text differs; several means in more than one of the others.
     */
    kind:
      "line_endings" | "punctuation" | "spaces" | "zero_width" | "normalization" | "letter_case" | "blanks" | "several";
    /**
     * First byte of the text in the source.
     */
    offset: number;
    /**
     * Bytes of the text.
     */
    length: number;
  };
  /**
   * Why the record is not in the ledger.
   */
  cause?: {
    reason: string;
    detail: string;
    /**
     * What of the record's line is in the ledger: nothing, or this many bytes.
     */
    retained: {
      path: string;
      bytes: number | string;
    } | null;
  };
}
