import t from "tap";
import {
  absenceFor,
  compareLineage,
  comparePage,
  compareSource,
  type RecordedSpan,
  spanFinding,
  standing,
} from "../../../../src/core/lineage/audit/compare.ts";
import { lineageProjection } from "../../../../src/core/lineage/record.ts";
import type { SpanResult } from "../../../../src/core/lineage/span-result.ts";
import { refuse } from "../../../../src/core/refusal.ts";
import type { PageLineage } from "../../../../src/core/text/read-lineage.ts";
import { sha256 } from "../hashing.ts";
import { recordOf } from "./records.ts";

const record = recordOf(1, "Mage/a.md", { "Arc/a.md": 3 });
const path = "Mage/a.md";

t.test(
  "[verify.pages] [verify.sources] a refusal to open says what is not there, or that it cannot be told",
  async (t) => {
    const on = { path: "x" };
    t.strictSame(absenceFor(refuse("MISSING", on)), { kind: "missing" });
    t.strictSame(absenceFor(refuse("NOT_A_DIRECTORY", on)), { kind: "missing" });
    t.strictSame(absenceFor(refuse("NOT_A_FILE", on)), { kind: "not_a_file" });
    t.strictSame(absenceFor(refuse("ESCAPES", on)), { kind: "not_a_file" });
    t.strictSame(absenceFor(refuse("ELOOP", on)), { kind: "not_a_file" });
    t.strictSame(absenceFor(refuse("DENIED", on)), { kind: "unreadable", reason: "DENIED" });
    t.strictSame(absenceFor(refuse("IO_ERROR", { ...on, errno: "EIO" })), { kind: "unreadable", reason: "IO_ERROR" });
  },
);

t.test("[verify.pages] a page is its record's digest and bytes, and nothing else", async (t) => {
  const own = { kind: "file", sha256: sha256(""), bytes: 0 } as const;
  const cases = [
    [own, null],
    [{ ...own, sha256: sha256("x") }, "page.edited"],
    [{ ...own, bytes: 1 }, "page.edited"],
    [{ kind: "missing" }, "page.missing"],
    [{ kind: "not_a_file" }, "page.not_a_file"],
    [{ kind: "unreadable", reason: "DENIED" }, "page.unreadable"],
  ] as const;
  for (const [sight, code] of cases) {
    const found = comparePage(record, 7, sight);
    t.equal(found?.code ?? null, code);
    if (found !== null) t.match(found, { line: 7, path });
  }
});

t.test("[verify.sources] a source is the version that was cited, or what has become of it", async (t) => {
  const [source] = record.sources;
  if (source === undefined) throw new Error("no source");
  const cited = { line: 7, path: "Arc/a.md", at: "/sources/0" };
  const own = { kind: "file", sha256: sha256("Arc/a.md"), bytes: 3 } as const;
  const cases = [
    [own, null],
    [{ ...own, sha256: sha256("x") }, { code: "source.changed" }],
    [{ kind: "missing" }, { code: "source.missing" }],
    [{ kind: "not_a_file" }, { code: "source.not_a_file" }],
    [
      { kind: "unreadable", reason: "DENIED" },
      { code: "source.unreadable", facts: { reason: "DENIED" } },
    ],
  ] as const;
  for (const [sight, expected] of cases) {
    const found = compareSource(source, cited, sight);
    if (expected === null) t.equal(found, null);
    else t.match(found, { ...expected, line: 7, path: "Arc/a.md", facts: { at: "/sources/0" } });
  }
});

t.test("[verify.frontmatter] a page's lineage is what the record of its event says", async (t) => {
  const projection = lineageProjection(record);
  const carrying = (value: object): PageLineage => ({ kind: "value", value });
  const { event_id, ...nameless } = projection;
  const cases: [PageLineage, typeof record | null, string | null][] = [
    [{ kind: "none" }, null, null],
    [carrying(projection), record, null],
    [carrying(Object.fromEntries(Object.entries(projection).reverse())), record, null],
    [carrying(projection), null, "frontmatter.no_record"],
    [carrying({ ...projection, recorded_at: "2027" }), record, "frontmatter.disagrees"],
    [carrying({ ...projection, more: 1 }), record, "frontmatter.disagrees"],
    [carrying({ event_id }), record, "frontmatter.disagrees"],
    [carrying(nameless), null, "frontmatter.not_json"],
    [carrying([]), null, "frontmatter.not_json"],
    [{ kind: "not_json" }, null, "frontmatter.not_json"],
  ];
  for (const [lineage, joined, code] of cases) {
    t.equal(compareLineage(lineage, joined, 7, path)?.code ?? null, code);
  }
});

const text = "two three";
const found = (bytes: string): SpanResult => ({
  kind: "found",
  offset: 4,
  length: bytes.length,
  sha256: sha256(bytes),
  excerpt: bytes,
  excerpt_bytes: bytes.length,
});
const quote = {
  text,
  original_utf8_bytes: text.length,
  stored_utf8_bytes: text.length,
  sha256: sha256(text),
  truncated: false,
};
const span: RecordedSpan = { offset: 4, length: text.length, quote };
const cut: RecordedSpan = { ...span, quote: { ...quote, text: "two", stored_utf8_bytes: 3, truncated: true } };

t.test("[verify.sources] the same bytes in the same place are well, also in a source that changed", async (t) => {
  for (const isChanged of [false, true]) {
    t.equal(standing(span, found(text), isChanged, sha256).kind, "ok");
    t.equal(standing(cut, found(text), isChanged, sha256).kind, "ok");
  }
});

t.test(
  "[verify.sources] other bytes are lost in a source that changed, and a false record in one that did not",
  async (t) => {
    const elsewhere: SpanResult[] = [
      found("two seven"),
      { kind: "not_aligned" },
      { kind: "invalid_range", member: "length" },
      { kind: "invalid_range", member: "offset" },
    ];
    for (const there of elsewhere) {
      t.equal(standing(span, there, true, sha256).kind, "lost");
      t.equal(standing(cut, there, true, sha256).kind, "lost");
      t.equal(standing(span, there, false, sha256).kind, "mismatch");
    }
  },
);

t.test("[verify.sources] a span that contradicts itself is a false record, whatever stands there", async (t) => {
  const forged: RecordedSpan[] = [
    { ...span, length: 8 },
    { ...span, quote: { ...quote, original_utf8_bytes: 8 } },
    { ...span, quote: { ...quote, stored_utf8_bytes: 8 } },
    { ...span, quote: { ...quote, truncated: true } },
    { ...span, quote: { ...quote, text: "two seven" } },
    { ...span, quote: { ...quote, text: "", stored_utf8_bytes: 0, truncated: true } },
    { ...cut, quote: { ...cut.quote, truncated: false } },
  ];
  for (const one of forged) {
    for (const isChanged of [false, true]) {
      t.equal(standing(one, found(text), isChanged, sha256).kind, "mismatch", JSON.stringify(one));
      t.equal(standing(one, { kind: "not_aligned" }, isChanged, sha256).kind, "mismatch", JSON.stringify(one));
    }
  }
  const beginning: RecordedSpan = { ...cut, quote: { ...cut.quote, text: "one" } };
  t.equal(standing(beginning, found(text), true, sha256).kind, "mismatch", "a beginning of other bytes");
});

t.test("[verify.sources] what became of a span is told with its place then and now", async (t) => {
  const cited = { line: 7, path: "Arc/a.md", at: "/sources/0/spans/0" };
  const then = { at: cited.at, offset: 4, length: 9 };
  t.equal(spanFinding(span, cited, { kind: "ok" }), null);
  t.strictSame(spanFinding(span, cited, { kind: "moved", offset: 8 }), {
    code: "span.moved",
    line: 7,
    path: "Arc/a.md",
    facts: { ...then, offsets: [8] },
  });
  t.match(spanFinding(span, cited, { kind: "ambiguous", offsets: [8, 20] }), {
    code: "span.ambiguous",
    facts: { ...then, offsets: [8, 20] },
  });
  for (const kind of ["mismatch", "gone", "unknown"] as const) {
    t.match(spanFinding(span, cited, { kind }), { code: `span.${kind}`, facts: then });
  }
});
