import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import t from "tap";
import schema from "../../../schemas/lineage-record.json" with { type: "json" };
import { lineageProjection, lineageRecord, recordLine } from "../../../src/core/lineage/record.ts";
import type { FoundSpan, SourceFinding } from "../../../src/core/messages/reader.ts";

const head = {
  eventId: "157b5c6c-fed6-45d1-8fdf-0fcf639a026d",
  recordedAt: "2026-11-30T17:25:43.830Z",
  version: "1.2.3",
  vaultId: "823388de-84c3-4757-9f5a-e54de10b256d",
};
const page = { path: "Mage/a.md", bytes: 3, sha256: "a".repeat(64) };
const stamp = { device: "1", inode: "2", size: 9, mtime_ns: "3", ctime_ns: "4" };

const found = (change: Partial<FoundSpan> = {}): FoundSpan => ({
  entry: 0,
  span: 0,
  offset: 7,
  length: 5,
  sha256: "b".repeat(64),
  excerpt: "quote",
  excerpt_bytes: 5,
  ...change,
});
const source = (path: string, ...spans: FoundSpan[]): SourceFinding => ({
  path,
  sha256: "c".repeat(64),
  bytes: 9,
  stamp,
  settled: true,
  spans,
});

t.test("[record.form] one line of JSON, in the key order of the contract", async (t) => {
  const line = recordLine(lineageRecord(head, page, [source("Arc/s.md", found())]));
  const id = head.vaultId;
  t.equal(
    line,
    '{"schema":"wyrd.lineage/v1","event":"page_written","event_id":"157b5c6c-fed6-45d1-8fdf-0fcf639a026d",' +
      '"recorded_at":"2026-11-30T17:25:43.830Z","writer":{"server":"wyrd-scribe","version":"1.2.3","tool":"write_page"},' +
      `"vault":{"kind":"uuid","id":"${id}"},"page":{"identity":{"kind":"path","vault_id":"${id}","path":"Mage/a.md"},` +
      `"content":{"algorithm":"sha256","digest":"${"a".repeat(64)}","bytes":3}},` +
      `"sources":[{"identity":{"kind":"path","vault_id":"${id}","path":"Arc/s.md"},` +
      `"content":{"algorithm":"sha256","digest":"${"c".repeat(64)}","bytes":9},` +
      '"spans":[{"offset":7,"length":5,"quote":{"text":"quote","original_utf8_bytes":5,"stored_utf8_bytes":5,' +
      `"sha256":"${"b".repeat(64)}","truncated":false}}]}]}\n`,
  );
});

t.test("[record.form] whatever the text and the paths, a line is one line and fits the schema", async (t) => {
  const fits = new Ajv2020().compile(schema);
  const text = fc.string({ unit: "binary", minLength: 1 });
  fc.assert(
    fc.property(text, text, (path, excerpt) => {
      const record = lineageRecord(head, { ...page, path }, [source(path, found({ excerpt }))]);
      const line = recordLine(record);
      t.equal(line.indexOf("\n"), line.length - 1);
      t.strictSame(JSON.parse(line), record);
      t.ok(fits(record));
    }),
    { numRuns: 50 },
  );
});

t.test("[record.excerpt] a span is truncated when less of it is stored than it has", async (t) => {
  const spans = [found(), found({ length: 6 }), found({ excerpt: "", excerpt_bytes: 0 })];
  const [recorded] = lineageRecord(head, page, [source("s", ...spans)]).sources;
  t.strictSame(
    recorded?.spans.map(({ quote }) => [quote.original_utf8_bytes, quote.stored_utf8_bytes, quote.truncated]),
    [
      [5, 5, false],
      [6, 5, true],
      [5, 0, true],
    ],
  );
});

t.test("[record.order] entries and spans stay as they are requested, repetitions too", async (t) => {
  const sources = [source("b", found({ offset: 2 }), found({ offset: 1 })), source("a", found()), source("b", found())];
  const record = lineageRecord(head, page, sources);
  t.strictSame(
    record.sources.map(({ identity, spans }) => [identity.path, ...spans.map(({ offset }) => offset)]),
    [
      ["b", 2, 1],
      ["a", 7],
      ["b", 7],
    ],
  );
});

t.test("[frontmatter.projection] a page's own copy has everything but the page", async (t) => {
  const record = lineageRecord(head, page, []);
  const { page: _, ...rest } = record;
  t.equal(JSON.stringify(lineageProjection(record)), JSON.stringify(rest));
});
