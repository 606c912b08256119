import type { Finding } from "../../../core/lineage/audit/finding.ts";
import type { Checkpoint } from "../../../core/messages/audit.ts";
import type { AllChecked } from "./audit.ts";

/** Why an audit could not run to its end. */
export interface Failure {
  readonly code: string;
  readonly detail: string;
}

/** Makes the text for stdout step by step, so that no report is ever held whole. One of `done` and `failed` ends it. */
export interface Report {
  ledger(checkpoint: Checkpoint | null): string;
  findings(findings: readonly Finding[]): string;
  done(checked: AllChecked): string;
  failed(failure: Failure): string;
}
