import t from "tap";
import type { LineageRecord } from "../../../../src/core/contract.generated.ts";
import { limits } from "../../../../src/core/limits.ts";
import { readLine } from "../../../../src/core/lineage/audit/read-line.ts";
import { linesOf, recordOf } from "./records.ts";

const read = (text: string | Uint8Array) => {
  const [line] = linesOf(Buffer.from(text));
  if (line === undefined) throw new Error("no line");
  return readLine(line);
};

const fault = (text: string | Uint8Array): [string, unknown] | string => {
  const found = read(text);
  return found.kind === "damaged" ? [found.finding.code, found.finding.facts] : found.kind;
};

const record = recordOf(1, "Mage/a.md", { "Arc/a.md": 1, "Arc/b.md": 1 });
const line = (change: Partial<LineageRecord>): string => `${JSON.stringify({ ...record, ...change })}\n`;
const page = (path: string): string => line({ page: { ...record.page, identity: { ...record.page.identity, path } } });

t.test("[verify.ledger] a record is read as it was written", async (t) => {
  t.strictSame(read(line({})), { kind: "record", record });
  t.strictSame(read(line({}).trimEnd()), { kind: "record", record }, "without its LF");
  t.strictSame(read(` ${line({}).replace("\n", "\r\n")}`), { kind: "record", record }, "with white space around it");
});

t.test("[verify.ledger] a blank line is no record and no damage", async (t) => {
  for (const blank of ["\n", "\r\n", " \t\n", " "]) t.equal(fault(blank), "blank", JSON.stringify(blank));
});

t.test("[verify.ledger] a damaged line has one finding, by its first fault", async (t) => {
  const cases: [text: string | Uint8Array, code: string, facts: object][] = [
    ["\0\n", "ledger.nul_run", { bytes: 2 }],
    [line({}).replace("Mage", "\0"), "ledger.nul_run", { bytes: line({}).length - 3 }],
    ["\0".repeat(limits.lineBytes + 1), "ledger.nul_run", { bytes: limits.lineBytes + 1 }],
    ["x".repeat(limits.lineBytes + 1), "ledger.too_long", { bytes: limits.lineBytes + 1 }],
    [Buffer.from([0x22, 0xff, 0x22, 0x0a]), "ledger.not_utf8", {}],
    [line({}).slice(0, 100), "ledger.not_json", {}],
    [`${line({}).trimEnd()}}\n`, "ledger.not_json", {}],
    [`\ufeff${line({})}`, "ledger.not_json", {}],
    ["[]\n", "ledger.not_a_record", { at: "" }],
    ["null\n", "ledger.not_a_record", { at: "" }],
    [line({ event: "page_read" as "page_written" }), "ledger.not_a_record", { at: "/event" }],
    [line({ event_id: "1" }), "ledger.not_a_record", { at: "/event_id" }],
    [line({ sources: [{}] as never }), "ledger.not_a_record", { at: "/sources/0/identity" }],
    [line({ ["x".repeat(1000)]: 1 } as never), "ledger.not_a_record", { at: `/${"x".repeat(199)}` }],
    [line({ recorded_at: "2026-13-01T00:00:00.000Z" }), "ledger.not_a_record", { at: "/recorded_at" }],
  ];
  for (const [text, code, facts] of cases) t.strictSame(fault(text), [code, facts], code);
});

t.test("[verify.ledger] a path is one that the server could have recorded, or it is not followed", async (t) => {
  const bad = [
    "/etc/passwd",
    "../a.md",
    "a/../b.md",
    "a/..",
    "./a.md",
    ".",
    "..",
    "a//b.md",
    "a/",
    "a\0b.md",
    "\ud800.md",
  ];
  for (const path of bad) {
    t.strictSame(fault(page(path)), ["ledger.not_a_record", { at: "/page/identity/path" }], JSON.stringify(path));
  }
  for (const path of ["a.md", "..a/.b/c..md", "C:/a\\b.md", "a\u202e.md"]) t.equal(fault(page(path)), "record", path);
  const sources = record.sources.with(1, recordOf(1, "a", { "../b": 1 }).sources[0] as (typeof record.sources)[number]);
  t.strictSame(fault(line({ sources })), ["ledger.not_a_record", { at: "/sources/1/identity/path" }]);
});
