import { availableParallelism } from "node:os";
import { product } from "../../../core/product.ts";
import type { GrantRefusal, Refusal } from "../../../core/refusal.ts";
import { openReaders } from "../../shared/ports.ts";
import { grantRefusal, type VerifyOptions } from "../options.ts";
import { described } from "../reply.ts";
import type { Auditor } from "./ask.ts";
import { type AuditEvent, audit } from "./audit.ts";
import { jsonReport } from "./json-report.ts";
import { progressBar } from "./progress-bar.ts";
import type { Failure, Report } from "./report.ts";
import { tableReport } from "./table-report.ts";

const exitCodes = { nothingFound: 0, findings: 1, couldNotRun: 2 } as const;

/** What an event has to say, on either stream, and the least exit code after it. */
interface Said {
  readonly out: string;
  readonly err: string;
  readonly code: number;
}

/** Audits a vault and prints what was found. Returns the exit code. */
export async function runVerify(options: VerifyOptions): Promise<number> {
  const { stdout, stderr } = process;
  // Whoever reads the report may have seen enough.
  stdout.on("error", () => process.exit(exitCodes.couldNotRun));
  const bar = stderr.isTTY ? progressBar(stderr) : null;
  const report = options.json ? jsonReport() : tableReport({ terminal: stdout.isTTY });
  let exitCode: number = exitCodes.nothingFound;
  // This thread only prints: every core is for the readers.
  const threads = availableParallelism();
  const auditor: Auditor = { readers: openReaders({ threads }), width: threads + 1, hear: bar?.hear ?? (() => {}) };
  for await (const event of audit(auditor, options)) {
    const { out, err, code } = say(event, report, options.grant);
    exitCode = Math.max(exitCode, code);
    if (out !== "" || err !== "") bar?.clear();
    if (err !== "") stderr.write(err);
    if (out !== "") await new Promise<void>((taken) => stdout.write(out, () => taken()));
  }
  bar?.clear();
  return exitCode;
}

function say(event: AuditEvent, report: Report, given: string): Said {
  const { nothingFound, findings, couldNotRun } = exitCodes;
  switch (event.kind) {
    case "ledger":
      return { out: report.ledger(event.checkpoint), err: "", code: nothingFound };
    case "findings":
      return {
        out: report.findings(event.findings),
        err: "",
        code: event.findings.length > 0 ? findings : nothingFound,
      };
    case "done":
      return { out: report.done(event.checked), err: "", code: nothingFound };
    case "failed": {
      const failure = failureOf(event.refusal, given);
      const err = `${product.name}: could not verify (${failure.code}): ${failure.detail}\n`;
      return { out: report.failed(failure), err, code: couldNotRun };
    }
  }
}

function failureOf(refusal: Refusal | GrantRefusal, given: string): Failure {
  if (!("facts" in refusal)) return grantRefusal(refusal, given);
  const { reason, detail } = described(refusal);
  return { code: reason, detail };
}
