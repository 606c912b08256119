import { createHash } from "node:crypto";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import t, { type Test } from "tap";
import { type RawClient, rawClient } from "./raw-client.ts";
import { call, cite, MiB, makeVault } from "./vault.ts";

/** Cites spans of one source, each in a page of its own. A found span is given as offset and length, another as code and pointer. */
async function citing(t: Test, source: string | Uint8Array): Promise<(span: object) => Promise<[unknown, unknown]>> {
  const vault = await makeVault(t, { "Arc/cited.md": source });
  const client: RawClient = rawClient(t, vault.root);
  let pages = 0;
  return async (span) => {
    const { ok, record, reason, at } = await client.writePage(call(`Mage/${++pages}.md`, cite("Arc/cited.md", span)));
    if (!ok) return [reason, at.replace("/derived_from/0/spans/0", "")];
    const { offset, length } = record.sources[0].spans[0];
    return [offset, length];
  };
}

t.test("[span.range] a range holds up to the file's last byte, and must begin and end at characters", async (t) => {
  const cited = await citing(t, Buffer.concat([Buffer.from("a€b"), Buffer.of(0xff), Buffer.from("end")]));
  t.strictSame(await cited({ offset: 0, length: 5 }), [0, 5]);
  t.strictSame(await cited({ offset: 6, length: 3 }), [6, 3], "what stands around it need not be UTF-8");
  t.strictSame(await cited({ offset: 6, length: 4 }), ["SPAN_INVALID_RANGE", "/length"]);
  t.strictSame(await cited({ offset: 9, length: 1 }), ["SPAN_INVALID_RANGE", "/length"]);
  t.strictSame(await cited({ offset: 10, length: 1 }), ["SPAN_INVALID_RANGE", "/offset"]);
  t.strictSame(await cited({ offset: 2 ** 53 - 1, length: 2 ** 53 - 1 }), ["SPAN_INVALID_RANGE", "/offset"]);
  t.strictSame(await cited({ offset: 0, length: 2 ** 53 - 1 }), ["SPAN_INVALID_RANGE", "/length"]);
  t.strictSame(await cited({ offset: 2, length: 3 }), ["SPAN_NOT_ALIGNED", ""]);
  t.strictSame(await cited({ offset: 0, length: 2 }), ["SPAN_NOT_ALIGNED", ""]);
  t.strictSame(await cited({ offset: 4, length: 2 }), ["SPAN_NOT_ALIGNED", ""]);
});

t.test("[span.quote] a quote occurs exactly once, and overlapping occurrences count", async (t) => {
  const cited = await citing(t, "aaa bb once e\u0301 once more");
  t.strictSame(await cited({ quote: "bb" }), [4, 2]);
  t.strictSame(await cited({ quote: "aa" }), ["SPAN_AMBIGUOUS", "/quote"]);
  t.strictSame(await cited({ quote: "once" }), ["SPAN_AMBIGUOUS", "/quote"]);
  t.strictSame(await cited({ quote: "twice" }), ["SPAN_NOT_FOUND", "/quote"]);
});

t.test("[span.quote] an ambiguous quote is answered with where it stands first and second", async (t) => {
  const vault = await makeVault(t, { "Arc/a.md": "€ one, one, one" });
  const client = rawClient(t, vault.root);
  const refusal = await client.writePage(call("Mage/a.md", cite("Arc/a.md", { quote: "one" })));
  t.match(refusal, { reason: "SPAN_AMBIGUOUS", offsets: [4, 9], detail: /4 and 9/ });
});

t.test("[span.both] the text at the range must be the quote", async (t) => {
  const cited = await citing(t, "one two one");
  t.strictSame(await cited({ offset: 8, length: 3, quote: "one" }), [8, 3], "the range tells which of two is meant");
  t.strictSame(await cited({ offset: 4, length: 3, quote: "one" }), ["SPAN_MISMATCH", "/quote"]);
  t.strictSame(await cited({ offset: 8, length: 2, quote: "one" }), ["SPAN_MISMATCH", "/quote"]);
  t.strictSame(await cited({ offset: 8, length: 4, quote: "one" }), ["SPAN_INVALID_RANGE", "/length"]);
});

t.test("[span.exact] nothing is trimmed, folded or normalised", async (t) => {
  const cited = await citing(t, "\ufeffOne  two\r\nthree e\u0301");
  t.strictSame(await cited({ quote: "One  two\r\nthree" }), [3, 15]);
  t.strictSame(await cited({ quote: "\ufeffOne" }), [0, 6], "a byte order mark is part of the bytes");
  for (const quote of ["one", "One two", " One", "two\nthree", "\u00e9"]) {
    t.strictSame(await cited({ quote }), ["SPAN_NOT_FOUND", "/quote"], JSON.stringify(quote));
  }
});

t.test("[span.quote-limit] a quote of 1 MiB is found, a byte more is refused, as is a lone surrogate", async (t) => {
  const quote = `${"€".repeat((MiB - 1) / 3)}.`;
  const cited = await citing(t, `€€€ ${quote}+`);
  t.strictSame(await cited({ quote }), [10, MiB]);
  t.strictSame(await cited({ quote: `${quote}+` }), ["SPAN_INVALID_QUOTE", "/quote"]);
  t.strictSame(await cited({ quote: "\ud800" }), ["SPAN_INVALID_QUOTE", "/quote"]);
});

t.test("[span.linear] a periodic quote in periodic text takes no longer than another", async (t) => {
  const text = "ab".repeat(2 * MiB);
  const cited = await citing(t, `${text}c`);
  const quote = "ab".repeat(32 * 1024);
  const start = performance.now();
  t.strictSame(await cited({ quote: `${quote}c` }), [text.length - quote.length, quote.length + 1]);
  t.strictSame(await cited({ quote: `${quote}d` }), ["SPAN_NOT_FOUND", "/quote"]);
  t.ok(performance.now() - start < 10_000, "a search of quadratic time takes minutes");
});

t.test("[span.known-files] an edit of a source counts at once, whatever was learned of it before", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  for (const [page, text] of ["one and two", "two and one", "one and one"].entries()) {
    await writeFile(vault.path("Arc/source.md"), text);
    const result = await client.writePage(call(`Mage/${page}.md`, cite("Arc/source.md", { quote: "one" })));
    const [offset] = result.ok ? [result.record.sources[0].spans[0].offset] : result.offsets;
    t.equal(offset, text.indexOf("one"));
  }
});

t.test("[span.changing] of a log that grows all the while one moment is recorded", async (t) => {
  const vault = await makeVault(t, { "Arc/log.md": `the first line\n${"x".repeat(4 * MiB)}` });
  const client = rawClient(t, vault.root);
  await client.initialize();
  let over = false;
  const growing = (async () => {
    while (!over) await appendFile(vault.path("Arc/log.md"), "one line more\n");
  })();
  const outcomes: string[] = [];
  for (let page = 0; page < 30; page++) {
    const result = await client.writePage(call(`Mage/${page}.md`, cite("Arc/log.md", { quote: "the first line" })));
    outcomes.push(result.reason ?? "written");
    if (!result.ok) continue;
    const { digest, bytes } = result.record.sources[0].content;
    const then = (await readFile(vault.path("Arc/log.md"))).subarray(0, bytes);
    t.equal(digest, createHash("sha256").update(then).digest("hex"));
  }
  over = true;
  await growing;
  t.strictSame(
    outcomes.filter((outcome) => outcome !== "written" && outcome !== "SOURCE_CHANGED_DURING_READ"),
    [],
  );
  t.comment(`${outcomes.filter((outcome) => outcome === "written").length} of ${outcomes.length} recorded`);
});
