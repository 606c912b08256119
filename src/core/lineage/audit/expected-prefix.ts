import type { Expectation } from "../../messages/audit.ts";
import { type Finding, finding } from "./finding.ts";
import type { LedgerLine } from "./ledger-lines.ts";

/**
 * Counts a ledger's whole lines, and compares the first of them with what is expected.
 * @param hex the digest of the lines passed until now
 */
export function expectedPrefix(expect: Expectation | null, hex: () => string) {
  let whole = { lines: 0, bytes: 0 };
  let prefix = expect?.lines === 0 ? hex() : null;

  function faults(): Finding[] {
    if (expect === null || prefix === expect.sha256) return [];
    return prefix === null
      ? [finding("checkpoint.cut_short", null, null, { lines: whole.lines })]
      : [finding("checkpoint.rewritten", null, null, { sha256: prefix })];
  }

  return {
    pass({ number, to, ended }: LedgerLine): void {
      if (!ended) return;
      whole = { lines: number, bytes: to };
      if (number === expect?.lines) prefix = hex();
    },
    /** Lines and bytes of what was passed. */
    whole: () => whole,
    faults,
  };
}
