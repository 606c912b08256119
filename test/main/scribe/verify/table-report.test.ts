import t from "tap";
import { finding } from "../../../../src/core/lineage/audit/finding.ts";
import { tableReport } from "../../../../src/main/scribe/verify/table-report.ts";
import { allFindings } from "./all-findings.ts";

const checkpoint = { lines: 1, bytes: 1, sha256: "0".repeat(64) };
const checked = { records: 1, pages: 2, sources: 3, spans: 0 };

t.test("[verify.output] when all is well there is the checkpoint, as --expect takes it", async (t) => {
  const report = tableReport({ terminal: true });
  const text = [report.ledger(checkpoint), report.findings([]), report.done(checked)].join("");
  t.equal(text, `checkpoint 1:${"0".repeat(64)} (1 line, 1 byte)\n`);
});

t.test("[verify.nothing] that there is no ledger is said on a terminal only", async (t) => {
  t.equal(tableReport({ terminal: true }).ledger(null), "there is no ledger\n");
  t.equal(tableReport({ terminal: false }).ledger(null), "");
});

t.test("[verify.output] each finding is one row under one header, and the summary counts them", async (t) => {
  const report = tableReport({ terminal: false });
  const [half, rest] = [allFindings.slice(0, 9), allFindings.slice(9)];
  const [header = "", ...rows] = (report.findings(half) + report.findings(rest)).trimEnd().split("\n");
  t.match(header, /^ {4}line {2}kind {9}path {30}what$/);
  t.equal(rows.length, allFindings.length);
  for (const [index, { code }] of allFindings.entries()) {
    const [kind = "", what = ""] = code.split(".");
    t.equal(rows[index]?.slice(10, 21).trimEnd(), kind);
    t.ok(rows[index]?.slice(57).startsWith(what), `${code}: ${rows[index]}`);
  }
  t.equal(report.done(checked), `${allFindings.length} findings in 1 record, 2 pages, 3 citations, 0 spans\n`);
});

t.test("[verify.output] a name that could mislead is shown in quotes and escaped", async (t) => {
  const shown = (path: string | null): string => {
    const [, row = ""] = tableReport({ terminal: true })
      .findings([finding("page.missing", null, path, {})])
      .split("\n");
    return row.slice(23).replace(/ +missing$/, "");
  };
  t.equal(shown("Mage/Größe und Maß.md"), "Mage/Größe und Maß.md");
  t.equal(shown(null), "-");
  t.equal(shown("a\nb"), '"a\\nb"');
  t.equal(shown("a\u001b[2Jb"), '"a\\u001b[2Jb"');
  t.equal(shown("a\u202eb\u0085\u007f"), '"a\\u202eb\\u0085\\u007f"');
  t.equal(shown('a"b\\c'), '"a\\"b\\\\c"');
  t.equal(shown(" a "), '" a "');
});
