import { createHash } from "node:crypto";
import { appendFileSync, renameSync, truncateSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import t, { type Test } from "tap";
import type { Ask, Grant, KnownFile, SourceAnswer } from "../../../src/core/messages/reader.ts";
import { knownFiles } from "../../../src/main/scribe/known-files.ts";
import { locateGrant } from "../../../src/workers/fence/root.ts";
import { sys } from "../../../src/workers/fence/sys.ts";
import { resolveSource } from "../../../src/workers/reading/resolve-source.ts";

interface Reading {
  readonly file: string;
  read(asks: readonly Ask[], known?: KnownFile | null): Promise<SourceAnswer>;
}

/** A vault with one source, and `sys` to be swapped. The clock stands an hour ahead, so that files count as settled. */
function reading(t: Test, text: string): Reading {
  const root = t.testdir({ "source.txt": text });
  const original = { ...sys };
  t.teardown(() => Object.assign(sys, original));
  sys.now = () => Date.now() + 3_600_000;
  const located = locateGrant(root);
  if (!located.ok) throw new Error(located.refusal.code);
  const grant: Grant = located.grant;
  const read: Reading["read"] = (asks, known = null) =>
    resolveSource({ grant, path: "source.txt", asks, known, job: null }, () => {});
  return { file: join(root, "source.txt"), read };
}

const quote = (text: string, span = 0): Ask => ({ entry: 0, span, offset: null, length: null, quote: text });
const range = (offset: number, length: number, span = 0): Ask => ({ entry: 0, span, offset, length, quote: null });
const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");

/** What main would remember of an answer. */
function learned(answer: SourceAnswer): KnownFile {
  if (!answer.ok) throw new Error(answer.refusal.code);
  const { stamp, sha256, spans } = answer.finding;
  return { stamp, sha256, quotes: spans };
}

/** Counts the bytes read and what is done just before a read. */
function onRead(hook: (call: number) => void): { bytes: number } {
  const { read } = sys;
  const count = { bytes: 0 };
  let call = 0;
  sys.read = (fd, into, position) => {
    hook(call++);
    const bytes = read(fd, into, position);
    count.bytes += bytes;
    return bytes;
  };
  return count;
}

const text = "one two three, and one more: précis";

t.test("a source is read once: its digest and all its spans", async (t) => {
  const { read } = reading(t, text);
  const answer = await read([quote("two"), range(0, 3, 1), { ...range(4, 3, 2), quote: "two" }]);
  t.match(answer, {
    ok: true,
    finding: {
      path: "source.txt",
      sha256: sha256(text),
      bytes: Buffer.byteLength(text),
      settled: true,
      spans: [
        { span: 0, offset: 4, length: 3, sha256: sha256("two"), excerpt: "two", excerpt_bytes: 3 },
        { span: 1, offset: 0, length: 3, excerpt: "one" },
        { span: 2, offset: 4, length: 3, excerpt: "two" },
      ],
    },
  });
});

t.test("the first span at fault is refused, with the member at fault", async (t) => {
  const { read } = reading(t, text);
  const cases: [ask: Ask, code: string, at: string][] = [
    [quote("four"), "SPAN_NOT_FOUND", "/derived_from/0/spans/1/quote"],
    [quote("one"), "SPAN_AMBIGUOUS", "/derived_from/0/spans/1/quote"],
    [range(99, 1), "SPAN_INVALID_RANGE", "/derived_from/0/spans/1/offset"],
    [range(0, 99), "SPAN_INVALID_RANGE", "/derived_from/0/spans/1/length"],
    [range(31, 1), "SPAN_NOT_ALIGNED", "/derived_from/0/spans/1"],
    [{ ...range(0, 3), quote: "two" }, "SPAN_MISMATCH", "/derived_from/0/spans/1/quote"],
  ];
  for (const [ask, code, at] of cases) {
    const answer = await read([quote("two"), { ...ask, span: 1 }, quote("nowhere", 2)]);
    t.match(answer, { ok: false, refusal: { code, at }, entry: 0, span: 1 });
  }
});

t.test("[span.known-files] a known file gives what a whole reading gives, and only spans are read", async (t) => {
  const { read } = reading(t, text.repeat(1000).replace("two", "TWO"));
  const first = await read([quote("TWO")]);
  const known = learned(first);
  const count = onRead(() => {});
  for (const asks of [
    [quote("TWO")],
    [range(5, 9)],
    [{ ...range(4, 3), quote: "TWO" }],
    [range(5, 1e9)],
    [range(31, 1)],
  ]) {
    count.bytes = 0;
    const quick = await read(asks, known);
    t.ok(count.bytes < 100, "reads no more than the span");
    t.strictSame(quick, await read(asks));
  }
});

t.test("[span.known-files] on a known file any spans give the same answer as on an unknown one", async (t) => {
  const { file, read } = reading(t, "");
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "é"), maxLength: 12 });
  const asks = fc.array(
    fc.oneof(
      letters.filter(Boolean).map((text) => quote(text)),
      fc.record({ offset: fc.nat(14), length: fc.integer({ min: 1, max: 14 }) }).map((r) => range(r.offset, r.length)),
    ),
    { minLength: 1, maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(letters, asks, asks, async (content, before, after) => {
      writeFileSync(file, content);
      const first = await read(before);
      if (!first.ok) return;
      // A range may hold text that stands elsewhere too, so that only the table of the server knows what to remember.
      const table = knownFiles();
      table.learn("source.txt", before, first.finding);
      t.strictSame(await read(after, table.recall("source.txt", after)), await read(after));
    }),
    { numRuns: 300 },
  );
});

t.test(
  "[span.known-files] a file whose stamp differs is read whole, and a lying stamp is found out by the quote",
  async (t) => {
    const { file, read } = reading(t, text);
    const known = learned(await read([quote("two")]));
    writeFileSync(file, text.replace("two", "2wo"));
    t.match(await read([quote("2wo")], known), { ok: true, finding: { sha256: sha256(text.replace("two", "2wo")) } });

    const lying = { ...learned(await read([quote("2wo")])), sha256: "0".repeat(64), quotes: known.quotes };
    writeFileSync(file, text);
    const { stamp } = learned(await read([quote("two")]));
    const elsewhere = [{ ...known.quotes[0], sha256: sha256("three"), length: 5, offset: 0 }];
    const answer = await read([quote("three")], { ...lying, stamp, quotes: elsewhere });
    t.match(answer, { ok: true, finding: { sha256: sha256(text), spans: [{ offset: 8 }] } });
  },
);

t.test("a file touched less than two seconds ago is not settled", async (t) => {
  const { read } = reading(t, text);
  sys.now = () => Date.now();
  t.match(await read([quote("two")]), { ok: true, finding: { settled: false } });
});

const changes: Record<string, (file: string) => void> = {
  grows: (file) => appendFileSync(file, " more"),
  shrinks: (file) => truncateSync(file, 10),
  "is rewritten": (file) => writeFileSync(file, text.toUpperCase()),
};

for (const [change, make] of Object.entries(changes)) {
  t.test(`[span.changing] a source that ${change} while it is read is read again`, async (t) => {
    const { file, read } = reading(t, text);
    onRead((call) => {
      if (call === 0) make(file);
    });
    const answer = await read([range(0, 3)]);
    const now = sys.realpath(file);
    t.ok(answer.ok && answer.finding.sha256 === sha256(readWhole(now)), "the record is of the version that was read");
  });
}

t.test("[span.changing] a source that never rests is refused after three readings", async (t) => {
  const { file, read } = reading(t, text);
  let touches = 0;
  onRead(() => utimesSync(file, 1, ++touches));
  t.match(await read([quote("two")]), { ok: false, refusal: { code: "SOURCE_CHANGED_DURING_READ" }, span: null });
  t.equal(touches, 3);
});

t.test(
  "[span.changing] a source that is replaced or removed while it is read is recorded as it was opened",
  async (t) => {
    const { file, read } = reading(t, text);
    onRead((call) => {
      if (call !== 0) return;
      writeFileSync(`${file}.new`, "something else");
      renameSync(`${file}.new`, file);
      unlinkSync(file);
    });
    const answer = await read([quote("two")]);
    t.ok(answer.ok ? answer.finding.sha256 === sha256(text) : answer.refusal.code === "MISSING");
  },
);

t.test("[mcp.progress] bytes done rise to the size of the file, over readings repeated too", async (t) => {
  const { file } = reading(t, text);
  const located = locateGrant(join(file, ".."));
  if (!located.ok) throw new Error(located.refusal.code);
  const notes: [done: number, total: number][] = [];
  onRead((call) => {
    if (call === 0) appendFileSync(file, "!");
  });
  const task = { grant: located.grant, path: "source.txt", asks: [range(0, 3)], known: null, job: 1 };
  await resolveSource(task, (done, total) => notes.push([done, total]));
  t.ok(notes.every(([done, total]) => done <= total));
  t.ok(notes.every(([done], index) => index === 0 || done > (notes[index - 1]?.[0] ?? 0)));
});

function readWhole(path: string): Buffer {
  const fd = sys.open(path, 0);
  const buffer = Buffer.alloc(1000);
  const bytes = sys.read(fd, buffer, 0);
  sys.close(fd);
  return buffer.subarray(0, bytes);
}
