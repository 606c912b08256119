import { Ajv2020 } from "ajv/dist/2020.js";
import t from "tap";
import recordSchema from "../../../schemas/lineage-record.json" with { type: "json" };
import outputSchema from "../../../schemas/write-page.output.json" with { type: "json" };
import { lineageRecord } from "../../../src/core/lineage/record.ts";
import type { CommitOutcome } from "../../../src/core/messages/writer.ts";
import { type Refusal, type RefusalCode, type RefusalFacts, refusals, refuse } from "../../../src/core/refusal.ts";
import { reply } from "../../../src/main/scribe/reply.ts";

const path = "Mage/a.md";
const limit = 1024;

/** Facts of every code, and again where they make other words. */
const facts: { readonly [Code in RefusalCode]: readonly RefusalFacts[Code][] } = {
  BAD_INPUT: [{ problem: "path: must not be empty" }],
  ESCAPES: [{ path: "../a" }],
  IS_ROOT: [{ path: "." }],
  ARC_IMMUTABLE: [{ path: "Arc/a.md" }],
  WYRD_RESERVED: [{ path: ".wyrd/a.md" }],
  STREAM_SYNTAX: [{ path: "a:b.md" }],
  RESERVED_NAME: [{ path: "con.md", name: "con.md" }],
  BAD_NAME: [{ path: "a\u202e.md", name: "a\u202e.md" }],
  NAME_TOO_LONG: [
    { path, limit },
    { path: null, limit },
  ],
  NOT_MARKDOWN: [{ path: "a.txt" }],
  SPAN_INVALID_QUOTE: [
    { bytes: 1025, limit },
    { bytes: null, limit },
  ],
  LINEAGE_LINE_TOO_LARGE: [
    { what: "entries", count: 65, limit },
    { what: "spans", count: 257, limit },
    { what: "bytes", count: 65537, limit },
  ],
  PAGE_TOO_LARGE: [{ bytes: 1025, limit }],
  SCRIBE_NOT_INITIALISED: [{ found: "nothing" }, { found: "link" }, { found: "not_a_directory" }],
  SCRIBE_CONFIG_INVALID: [{ problem: "it is not JSON" }],
  SCRIBE_CONFIG_TOO_LARGE: [{ bytes: 1025, limit }],
  EXISTS: [{ path }],
  PARENT_ALIAS: [{ path }],
  LEDGER_UNUSABLE: [
    { problem: "directory", errno: null },
    { problem: "link", errno: null },
    { problem: "hard_link", errno: null },
    { problem: "not_a_file", errno: null },
    { problem: "read_only", errno: "EROFS" },
    { problem: "error", errno: "EIO" },
  ],
  ROOT_MOVED: [{}],
  MISSING: [{ path }],
  NOT_A_DIRECTORY: [{ path }],
  NOT_A_FILE: [{ path }],
  DENIED: [{ path }],
  ELOOP: [{ path }],
  IO_ERROR: [{ path, errno: "EIO" }],
  SPAN_INVALID_RANGE: [{ path, file_bytes: 9 }],
  SPAN_NOT_ALIGNED: [{ path }],
  SPAN_NOT_FOUND: [
    { path, hint: null },
    { path, hint: { kind: "spaces", offset: 3, length: 9 } },
  ],
  SPAN_AMBIGUOUS: [{ path, offsets: [3, 9] }],
  SPAN_MISMATCH: [{ path }],
  SOURCE_CHANGED_DURING_READ: [{ path }],
  FRONTMATTER_CONFLICT: [{ problem: "key" }, { problem: "flow" }],
  FRONTMATTER_INVALID: [{ problem: "unclosed" }, { problem: "no_room" }],
  PAGE_WRITTEN_LEDGER_FAILED: [{ path }],
  READER_LOST: [{ path }],
  WRITER_LOST: [
    { path, begun: true },
    { path, begun: false },
  ],
  BUSY: [{}],
};

const everyRefusal = (Object.keys(refusals) as RefusalCode[]).flatMap((code) =>
  facts[code].map((fact): Refusal => refuse(code, fact)),
);

const created = { path, bytes: 3, sha256: "a".repeat(64) };
const record = lineageRecord(
  {
    eventId: "157b5c6c-fed6-45d1-8fdf-0fcf639a026d",
    recordedAt: "2026-11-30T17:25:43.830Z",
    version: "1.2.3",
    vaultId: "823388de-84c3-4757-9f5a-e54de10b256d",
  },
  created,
  [],
);
const written: CommitOutcome = { kind: "written", created, record, appended: 700, config_created: true };
const failed = (retained: null | { path: string; bytes: number | "indeterminate" }): CommitOutcome => ({
  kind: "page_written_ledger_failed",
  created,
  record,
  cause: { refusal: refuse("IO_ERROR", { path: ".wyrd/lineage.jsonl", errno: "ENOSPC" }), retained },
  config_created: false,
});

const everyOutcome: CommitOutcome[] = [
  written,
  failed(null),
  failed({ path: ".wyrd/lineage.jsonl", bytes: 12 }),
  failed({ path: ".wyrd/lineage.jsonl", bytes: "indeterminate" }),
  ...everyRefusal.map((refusal): CommitOutcome => ({ kind: "refused", refusal })),
];

t.test("[mcp.output-schema] every result fits the declared schema, and its record that of a record", async (t) => {
  const ajv = new Ajv2020({ allowUnionTypes: true });
  const fits = ajv.compile(outputSchema);
  const isRecord = ajv.compile(recordSchema);
  for (const outcome of everyOutcome) {
    const { structuredContent } = reply(outcome);
    t.ok(fits(structuredContent), JSON.stringify(fits.errors ?? structuredContent));
    if (outcome.kind !== "refused") t.ok(isRecord(structuredContent?.record));
  }
});

t.test("[mcp.result-form] a sentence, a line feed and the JSON of the structured content", async (t) => {
  for (const outcome of everyOutcome) {
    const { content, structuredContent, isError } = reply(outcome);
    const [block] = content;
    const [sentence, json, ...more] = block?.type === "text" ? block.text.split("\n") : [];
    t.equal(content.length, 1);
    t.match(sentence, /^(Created|Refused|Failed) .*\.$/);
    t.equal(json, JSON.stringify(structuredContent));
    t.strictSame(more, []);
    t.equal(isError, outcome.kind !== "written");
    t.equal(structuredContent?.ok, outcome.kind === "written");
  }
});

t.test("[mcp.result-form] every code has words, which say what is wrong and end in what to do", async (t) => {
  const details = new Set<string>();
  for (const refusal of everyRefusal) {
    const { structuredContent } = reply({ kind: "refused", refusal });
    const detail = String(structuredContent?.detail);
    const { action } = refusals[refusal.code];
    t.equal(structuredContent?.reason, refusal.code);
    t.ok(detail.endsWith(`. ${action}`), detail);
    t.ok(detail.length > action.length + 20, "something stands before it");
    t.notMatch(detail, /undefined|null|\[object/);
    details.add(detail);
  }
  t.equal(details.size, everyRefusal.length, "no two facts have the same words");
});

t.test("[mcp.result-form] pointer, offsets and hint are members where they apply", async (t) => {
  const told = (refusal: Refusal) => reply({ kind: "refused", refusal }).structuredContent;
  t.strictSame(Object.keys(told(refuse("EXISTS", { path })) ?? {}), ["ok", "reason", "detail"]);
  t.match(told(refuse("EXISTS", { path }, "/path")), { at: "/path" });
  t.match(told(refuse("SPAN_AMBIGUOUS", { path, offsets: [3, 9] }, "/derived_from/0/spans/0/quote")), {
    at: "/derived_from/0/spans/0/quote",
    offsets: [3, 9],
  });
  const hint = { kind: "letter_case", offset: 3, length: 9 } as const;
  t.match(told(refuse("SPAN_NOT_FOUND", { path, hint })), {
    detail: /only in letter case .* offset 3, length 9/,
    hint,
  });
  t.notOk(told(refuse("SPAN_NOT_FOUND", { path, hint: null }))?.hint);
});

t.test("[write.ledger-failed] the result holds page, record and cause, and what of the line is there", async (t) => {
  const retained = { path: ".wyrd/lineage.jsonl", bytes: 12 };
  t.match(reply(failed(retained)).structuredContent, {
    ok: false,
    reason: "PAGE_WRITTEN_LEDGER_FAILED",
    created,
    record,
    cause: { reason: "IO_ERROR", detail: /ENOSPC/, retained },
    config_created: false,
  });
});

t.test("[mcp.result-form] a path is shown as text that cannot pass for anything else, and cut", async (t) => {
  const shown = (path: string) =>
    String(reply({ kind: "refused", refusal: refuse("MISSING", { path }) }).structuredContent?.detail);
  t.match(shown('a"\n.md'), 'There is nothing at "a\\"\\n.md".');
  t.ok(shown("x".repeat(4000)).length < 400);
});
