import { Ajv2020 } from "ajv/dist/2020.js";
import t from "tap";
import reportSchema from "../../../../schemas/verify-report.json" with { type: "json" };
import type { VerifyReport } from "../../../../src/core/contract.generated.ts";
import { finding } from "../../../../src/core/lineage/audit/finding.ts";
import { jsonReport } from "../../../../src/main/scribe/verify/json-report.ts";
import { allFindings } from "./all-findings.ts";

const checkpoint = { lines: 2, bytes: 10, sha256: "0".repeat(64) };
const checked = { records: 1, pages: 1, sources: 1, spans: 1 };

function read(...parts: string[]): VerifyReport {
  const report: unknown = JSON.parse(parts.join(""));
  const ajv = new Ajv2020({ allowUnionTypes: true });
  if (!ajv.validate(reportSchema, report)) throw new Error(ajv.errorsText());
  return report as VerifyReport;
}

t.test("[verify.output] every finding there is fits the report's schema, with its facts beside it", async (t) => {
  const report = jsonReport();
  const { findings, ok } = read(report.ledger(checkpoint), report.findings(allFindings), report.done(checked));
  t.equal(ok, false);
  t.equal(findings.length, allFindings.length);
  for (const [index, { code, line, path, facts }] of allFindings.entries()) {
    const [kind, what] = code.split(".");
    t.strictSame(findings[index], { line, kind, path, what, ...facts });
  }
});

t.test("[verify.output] it is one document, however the findings come and however it ends", async (t) => {
  const missing = finding("page.missing", 1, "a\u202e.md", {});
  const failure = { code: "READER_LOST", detail: "x" };
  const well = jsonReport();
  t.strictSame(read(well.ledger(checkpoint), well.findings([]), well.findings([]), well.done(checked)), {
    ledger: { path: ".wyrd/lineage.jsonl", ...checkpoint },
    findings: [],
    checked,
    error: null,
    ok: true,
  });
  const several = jsonReport();
  const parts = [several.ledger(checkpoint), several.findings([missing]), several.findings([missing, missing])];
  t.match(read(...parts, several.failed(failure)), { checked: null, error: failure, ok: false });
  t.notMatch(parts.join(""), "\u202e");
  t.equal(read(...parts, several.failed(failure)).findings.length, 3);
  t.strictSame(read(jsonReport().failed(failure)), {
    ledger: null,
    findings: [],
    checked: null,
    error: failure,
    ok: false,
  });
});
