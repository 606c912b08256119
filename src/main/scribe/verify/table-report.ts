import type { Finding } from "../../../core/lineage/audit/finding.ts";
import type { Report } from "./report.ts";
import { show, wordsFor } from "./words.ts";

export interface TableOptions {
  /** Whether somebody may be looking, who is told that there is nothing to verify. */
  readonly terminal: boolean;
}

/** A table for people: the checkpoint, then a row a finding, and a summary if there was any. */
export function tableReport({ terminal }: TableOptions): Report {
  let found = 0;

  const rows = (findings: readonly Finding[]): string => {
    const header = found === 0 && findings.length > 0 ? row("line", "kind", "path", "what") : "";
    found += findings.length;
    return header + findings.map(rowFor).join("");
  };

  return {
    ledger(checkpoint) {
      if (checkpoint === null) return terminal ? "there is no ledger\n" : "";
      const { lines, bytes, sha256 } = checkpoint;
      return `checkpoint ${lines}:${sha256} (${count(lines, "line")}, ${count(bytes, "byte")})\n`;
    },
    findings: rows,
    done({ records, pages, sources, spans }) {
      if (found === 0) return "";
      const things = [count(records, "record"), count(pages, "page"), count(sources, "citation"), count(spans, "span")];
      return `${count(found, "finding")} in ${things.join(", ")}\n`;
    },
    failed: () => "",
  };
}

function rowFor(finding: Finding): string {
  const { line, code, path } = finding;
  const [kind = ""] = code.split(".");
  return row(line === null ? "-" : String(line), kind, path === null ? "-" : show(path), wordsFor(finding));
}

function row(line: string, kind: string, path: string, what: string): string {
  return `${line.padStart(8)}  ${kind.padEnd(11)}  ${path.padEnd(32)}  ${what}\n`;
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}
