import fs from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import t, { type Test } from "tap";
import { recordLine } from "../../../../src/core/lineage/record.ts";
import { type SurveyOptions, surveyLedger } from "../../../../src/workers/reading/audit/survey-ledger.ts";
import { recordOf } from "../../../core/lineage/audit/records.ts";
import { newFolder } from "../../fence/staging.ts";
import { sha256 } from "./claims.ts";

/** Surveys ledgers, all in one file. */
function surveying(t: Test) {
  const path = join(newFolder(t), "ledger");
  return async (text: string, options: Partial<SurveyOptions> = {}) => {
    fs.writeFileSync(path, text);
    const fd = fs.openSync(path, "r");
    try {
      const survey = await surveyLedger({ fd, size: Buffer.byteLength(text) }, options);
      if (survey === null) throw new Error("the ledger ended before");
      return survey.cut;
    } finally {
      fs.closeSync(fd);
    }
  };
}

t.test(
  "[verify.checkpoint] a checkpoint is the whole lines, a torn one left out, in any number of chunks",
  async (t) => {
    const survey = surveying(t);
    const tail = fc.string({ unit: fc.constantFrom("\n", "x"), maxLength: 6 });
    const long = fc.constantFrom("", "x".repeat(3 << 20), `${"x".repeat(3 << 20)}\n`);
    const property = fc.asyncProperty(tail, long, tail, async (...parts) => {
      const text = parts.join("");
      const whole = text.slice(0, text.lastIndexOf("\n") + 1);
      const { version } = await survey(text);
      return (
        version.size === text.length &&
        version.checkpoint.lines === whole.split("\n").length - 1 &&
        version.checkpoint.bytes === whole.length &&
        version.checkpoint.sha256 === sha256(whole)
      );
    });
    await fc.assert(property, { numRuns: 60 });
  },
);

t.test("[verify.checkpoint] an expectation holds of exactly one number of lines", async (t) => {
  const survey = surveying(t);
  const text = "a\n\nb\nc";
  const expecting = async (lines: number, of: string) =>
    (await survey(text, { expect: { lines, sha256: sha256(of) } })).findings
      .filter(({ code }) => code.startsWith("checkpoint"))
      .map(({ code, facts }) => ({ code, facts }));
  t.strictSame(await expecting(0, ""), []);
  t.strictSame(await expecting(1, "a\n"), []);
  t.strictSame(await expecting(2, "a\n\n"), []);
  t.strictSame(await expecting(3, "a\n\nb\n"), []);
  t.match(await expecting(0, "a"), [{ code: "checkpoint.rewritten", facts: { sha256: sha256("") } }]);
  t.match(await expecting(1, "a\n\n"), [{ code: "checkpoint.rewritten", facts: { sha256: sha256("a\n") } }]);
  t.match(await expecting(4, text), [{ code: "checkpoint.cut_short", facts: { lines: 3 } }], "a torn line is none yet");
});

t.test("[verify.page] with a page only its records count, and what is found of them", async (t) => {
  const survey = surveying(t);
  const lines = [recordOf(1, "a.md"), recordOf(1, "b.md"), recordOf(2, "a.md"), recordOf(2, "b.md")].map(recordLine);
  const text = `${lines.join("")}${"\0".repeat(1 << 20)}`;
  const all = await survey(text);
  t.equal(all.records, 4);
  t.strictSame(
    all.findings.map(({ code, line }) => `${line} ${code}`),
    ["2 ledger.duplicate_event_id", "4 ledger.duplicate_event_id", "5 ledger.torn_tail", "5 ledger.nul_run"],
  );
  const one = await survey(text, { page: "a.md" });
  t.match(one, { records: 2, findings: [], slices: [{ superseded: [1] }] });
});

t.test("[verify.ledger] a ledger that ends before its size was cut meanwhile", async (t) => {
  const path = join(newFolder(t), "ledger");
  fs.writeFileSync(path, "a\n");
  const fd = fs.openSync(path, "r");
  t.teardown(() => fs.closeSync(fd));
  t.equal(await surveyLedger({ fd, size: 3 }), null);
});
