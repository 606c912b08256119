import { ledgerPath } from "../../../core/grant-path.ts";
import type { Finding } from "../../../core/lineage/audit/finding.ts";
import type { Report } from "./report.ts";
import { escapeUnprintable } from "./words.ts";

/** One JSON document, as `schemas/verify-report.json` has it, with one finding a line. */
export function jsonReport(): Report {
  let begun = false;
  let found = 0;

  const begin = (ledger: object | null): string => {
    begun = true;
    return `{"ledger":${json(ledger)},"findings":[`;
  };
  const end = (checked: object | null, error: object | null): string => {
    const ok = error === null && found === 0;
    return `${found === 0 ? "" : "\n"}],"checked":${json(checked)},"error":${json(error)},"ok":${ok}}\n`;
  };

  return {
    ledger: (checkpoint) => begin(checkpoint && { path: ledgerPath, ...checkpoint }),
    findings: (findings) => findings.map((finding) => `${found++ === 0 ? "" : ","}\n${json(flat(finding))}`).join(""),
    done: (checked) => end(checked, null),
    failed: (failure) => (begun ? "" : begin(null)) + end(null, failure),
  };
}

function flat({ code, line, path, facts }: Finding): object {
  const [kind, what] = code.split(".");
  return { line, kind, path, what, ...facts };
}

function json(value: unknown): string {
  return escapeUnprintable(JSON.stringify(value));
}
