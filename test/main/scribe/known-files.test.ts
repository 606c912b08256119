import t from "tap";
import { limits } from "../../../src/core/limits.ts";
import type { Ask, FoundSpan, SourceFinding, Stamp } from "../../../src/core/messages/reader.ts";
import { knownFiles } from "../../../src/main/scribe/known-files.ts";

const stamp = (inode: string): Stamp => ({ device: "1", inode, size: 99, mtime_ns: "5", ctime_ns: "6" });
const ask = (quote: string | null, offset: number | null = null): Ask => ({
  entry: 0,
  span: 0,
  offset,
  length: offset === null ? null : 1,
  quote,
});
const span = (quote: string, offset: number): FoundSpan => ({
  entry: 0,
  span: 0,
  offset,
  length: Buffer.byteLength(quote),
  sha256: `digest of ${quote}`,
  excerpt: quote,
  excerpt_bytes: 1,
});
const finding = (inode: string, spans: FoundSpan[] = [], settled = true): SourceFinding => ({
  path: "real",
  sha256: `file ${inode}`,
  bytes: 99,
  stamp: stamp(inode),
  settled,
  spans,
});

t.test("[span.known-files] what was found once is recalled, by the lengths of the quotes asked for", async (t) => {
  const known = knownFiles();
  t.equal(known.recall("a", [ask("one")]), null);
  known.learn("a", [ask("one"), ask("four")], finding("1", [span("one", 10), span("four", 20)]));
  const file = { stamp: stamp("1"), sha256: "file 1" };
  const one = { sha256: "digest of one", length: 3, offset: 10 };
  t.strictSame(known.recall("a", [ask("two")]), { ...file, quotes: [one] }, "two is as long as one");
  t.strictSame(known.recall("a", [ask(null, 4)]), { ...file, quotes: [] });
  t.equal(known.recall("b", [ask("one")]), null);
});

t.test("[span.known-files] a quote beside a range says nothing of where else it stands", async (t) => {
  const known = knownFiles();
  known.learn("a", [ask("one", 10), ask(null, 3)], finding("1", [span("one", 10), span("x", 3)]));
  t.strictSame(known.recall("a", [ask("one")])?.quotes, []);
});

t.test("[span.known-files] quotes of one version add up, those of an earlier one are forgotten", async (t) => {
  const known = knownFiles();
  const offsets = () => known.recall("a", [ask("one")])?.quotes.map(({ offset }) => offset);
  known.learn("a", [ask("one")], finding("1", [span("one", 10)]));
  known.learn("a", [ask("two")], finding("1", [span("two", 20)]));
  t.strictSame(offsets(), [20, 10]);
  known.learn("a", [ask("one")], finding("2", [span("one", 30)]));
  t.strictSame(offsets(), [30]);
});

t.test("[span.known-files] a file that was touched just now is not known, whatever was known before", async (t) => {
  const known = knownFiles();
  known.learn("a", [ask("one")], finding("1", [span("one", 10)]));
  known.learn("a", [ask("one")], finding("1", [span("one", 10)], false));
  t.equal(known.recall("a", [ask("one")]), null);
});

t.test("[span.known-files] the table is bounded, and what was used longest ago goes first", async (t) => {
  const known = knownFiles();
  for (let file = 0; file < limits.knownFiles; file++) known.learn(`${file}`, [], finding(`${file}`));
  known.learn("0", [], finding("0"));
  known.learn("one more", [], finding("one more"));
  t.equal(known.recall("1", []), null);
  t.ok(known.recall("0", []) && known.recall("2", []) && known.recall("one more", []));

  const texts = Array.from({ length: limits.knownQuotes + 1 }, (_, index) => `quote ${index}`.padEnd(12));
  for (const text of texts) known.learn("a", [ask(text)], finding("a", [span(text, 1)]));
  const quotes = known.recall("a", [ask("x".repeat(12))])?.quotes ?? [];
  t.equal(quotes.length, limits.knownQuotes);
  t.equal(quotes[0]?.sha256, `digest of ${texts.at(-1)}`, "the latest stays");
});
