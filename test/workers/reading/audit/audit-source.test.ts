import fs from "node:fs";
import fc from "fast-check";
import t from "tap";
import { limits } from "../../../../src/core/limits.ts";
import type { Stamp } from "../../../../src/core/messages/reader.ts";
import { stampOf } from "../../../../src/workers/fence/stamp.ts";
import { sys } from "../../../../src/workers/fence/sys.ts";
import { auditSource } from "../../../../src/workers/reading/audit/audit-source.ts";
import { learnSource } from "../../../../src/workers/reading/audit/known-sources.ts";
import { scene } from "../../fence/staging.ts";
import { claimOn, type Passage, sha256 } from "./claims.ts";

/** What becomes of a passage, said of both texts at once. */
function naive(before: string, after: string, { offset, length }: Passage): string {
  const quote = before.slice(offset, offset + length);
  if (after.slice(offset, offset + length) === quote) return "ok";
  const places = [...after].map((_, at) => at).filter((at) => after.startsWith(quote, at));
  const [first, second] = places;
  if (first === undefined) return "gone";
  return second === undefined ? `moved ${first}` : `ambiguous ${first},${second}`;
}

const text = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 12 });
const cited = text.chain((before) => {
  const passage = fc.nat({ max: before.length - 1 }).chain((offset) =>
    fc.integer({ min: 1, max: before.length - offset }).chain((length) =>
      fc.record({
        offset: fc.constant(offset),
        length: fc.constant(length),
        stored: fc.integer({ min: 1, max: 12 }),
      }),
    ),
  );
  return fc.record({ before: fc.constant(before), passages: fc.array(passage, { minLength: 1, maxLength: 4 }) });
});

t.test("[verify.sources] what became of each span is what a look at both texts says", async (t) => {
  const { fence, in: inGrant } = scene(t, { "source.md": "" });
  const property = fc.asyncProperty(cited, text, async ({ before, passages }, after) => {
    fs.writeFileSync(inGrant("source.md"), after);
    const { findings, spans } = await auditSource(fence, "source.md", [claimOn("source.md", before, passages)], null);
    const told = new Map(findings.map(({ code, facts }) => ["at" in facts ? facts.at : "", { code, facts }]));
    const changed = told.get("/sources/0")?.code === "source.changed";
    const states = passages.map((_, index) => {
      const found = told.get(`/sources/0/spans/${index}`);
      if (found === undefined) return "ok";
      const offsets = "offsets" in found.facts ? [`${found.facts.offsets}`] : [];
      return [found.code.replace("span.", ""), ...offsets].join(" ");
    });
    const expected = passages.map((passage) => naive(before, after, passage));
    return spans === passages.length && changed === (before !== after) && states.join("; ") === expected.join("; ");
  });
  await fc.assert(property, { numRuns: 3000 });
});

t.test("[verify.sources] several claims are each compared with the one version that stands", async (t) => {
  const { fence } = scene(t, { "source.md": "one two" });
  const now = claimOn("source.md", "one two", [{ offset: 4, length: 3, stored: 3 }], 1);
  const before = claimOn("source.md", "two", [{ offset: 0, length: 3, stored: 3 }], 2);
  const { findings, spans } = await auditSource(fence, "source.md", [now, before], null);
  t.equal(spans, 2);
  t.match(findings, [
    { code: "source.changed", line: 2 },
    { code: "span.moved", line: 2, facts: { offsets: [4] } },
  ]);
});

t.test("[verify.sources] a span may go over any chunk's edge, and any number are looked for at once", async (t) => {
  const filler = ".".repeat(limits.chunkBytes);
  const words = Array.from({ length: 600 }, (_, n) => `<${n}>`);
  const before = words.join("");
  const passages = words.map((word) => ({ offset: before.indexOf(word), length: word.length, stored: 9 }));
  const across = { offset: 0, length: before.length, stored: 9 };
  const after = `${filler.slice(before.length / 2)}${before}`;
  const { fence } = scene(t, { "source.md": after });
  const { findings } = await auditSource(
    fence,
    "source.md",
    [claimOn("source.md", before, [across, ...passages])],
    null,
  );
  const shift = after.indexOf(before);
  const offsets = findings.flatMap(({ facts }) => ("offsets" in facts ? facts.offsets : []));
  t.strictSame(offsets, [shift, ...passages.map(({ offset }) => offset + shift)]);
});

t.test("[verify.sources] a long quote is unknown once hashing its candidates would not be linear", async (t) => {
  const before = `${"a".repeat(2 ** 20)}b`;
  const { fence } = scene(t, { "source.md": "a".repeat(2 ** 21) });
  const claim = claimOn("source.md", before, [{ offset: 0, length: before.length, stored: 3 }]);
  const start = performance.now();
  const { findings } = await auditSource(fence, "source.md", [claim], null);
  t.match(findings, [{ code: "source.changed" }, { code: "span.unknown" }]);
  t.ok(performance.now() - start < 10_000, "a million candidates of a mebibyte each take an hour");
});

function stampIn(path: string): Stamp {
  const fd = fs.openSync(path, "r");
  try {
    return stampOf(fd);
  } finally {
    fs.closeSync(fd);
  }
}

t.test("[verify.sources] of a young source only that is believed which two readings agree on", async (t) => {
  const { fence } = scene(t, { "source.md": "text" });
  const { read } = sys;
  t.teardown(() => Object.assign(sys, { read }));
  sys.read = (fd, into, position) => {
    Object.assign(sys, { read });
    const bytes = read(fd, into, position);
    into.fill(0x2e, 0, 2);
    return bytes;
  };
  const claim = claimOn("source.md", "text", [{ offset: 0, length: 4, stored: 4 }]);
  t.strictSame(await auditSource(fence, "source.md", [claim], null), { findings: [], spans: 1 });
});

t.test("[verify.scale] of a source whose version is known only the spans are read", async (t) => {
  const before = "x".repeat(limits.largeSourceBytes);
  const { fence, in: inGrant } = scene(t, { "source.md": before });
  const real = { ...sys };
  t.teardown(() => Object.assign(sys, real));
  let bytesRead = 0;
  sys.read = (fd, into, position) => {
    const bytes = real.read(fd, into, position);
    bytesRead += bytes;
    return bytes;
  };
  sys.readAhead = async (fd, into, position) => {
    const bytes = await real.readAhead(fd, into, position);
    bytesRead += bytes;
    return bytes;
  };
  const known = { path: "source.md", stamp: stampIn(inGrant("source.md")), sha256: sha256(before) };
  const claim = claimOn("source.md", before, [{ offset: 500, length: 60, stored: 60 }]);
  t.strictSame(await auditSource(fence, "source.md", [claim], known), { findings: [], spans: 1 });
  t.equal(bytesRead, 60);
  fs.appendFileSync(inGrant("source.md"), "y");
  t.match(await auditSource(fence, "source.md", [claim], known), { findings: [{ code: "source.changed" }] });
  t.ok(bytesRead > before.length, "another version is read whole");

  const after = `${before}y`;
  learnSource({ path: "source.md", stamp: stampIn(inGrant("source.md")), sha256: sha256(after) }, Date.now() + 60_000);
  bytesRead = 0;
  const later = claimOn("source.md", after, [{ offset: 500, length: 60, stored: 60 }]);
  t.strictSame(await auditSource(fence, "source.md", [later], known), { findings: [], spans: 1 });
  t.equal(bytesRead, 60, "what was learned since is known too");
});

t.test("[verify.sources] a source that is not there, or keeps changing, is told for each claim", async (t) => {
  const { fence, in: inGrant } = scene(t, { "source.md": "text", folder: {} });
  const claim = claimOn("x", "text", [{ offset: 0, length: 4, stored: 4 }]);
  const told = async (path: string) => {
    const { findings, spans } = await auditSource(fence, path, [claim, { ...claim, line: 2 }], null);
    t.equal(spans, 0);
    t.strictSame(
      findings.map(({ line }) => line),
      [1, 2],
    );
    return findings[0];
  };
  t.match(await told("none.md"), { code: "source.missing" });
  t.match(await told("folder"), { code: "source.not_a_file" });
  const { read } = sys;
  t.teardown(() => Object.assign(sys, { read }));
  sys.read = (fd, into, position) => {
    fs.appendFileSync(inGrant("source.md"), ".");
    return read(fd, into, position);
  };
  t.match(await told("source.md"), { code: "source.unreadable", facts: { reason: "SOURCE_CHANGED_DURING_READ" } });
});
