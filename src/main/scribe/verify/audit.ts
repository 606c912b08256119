import { type Finding, finding } from "../../../core/lineage/audit/finding.ts";
import type { Checked, Checkpoint, LedgerCut } from "../../../core/messages/audit.ts";
import type { Grant, KnownSource } from "../../../core/messages/reader.ts";
import type { GrantRefusal, Refusal } from "../../../core/refusal.ts";
import { inOrder } from "../../shared/in-order.ts";
import type { VerifyOptions } from "../options.ts";
import { type Auditor, ask } from "./ask.ts";
import { readLargeSources } from "./large-sources.ts";

export interface AllChecked extends Checked {
  readonly records: number;
}

/** What an audit tells: the ledger's head first, then findings by line, and at last how it ended. */
export type AuditEvent =
  | { readonly kind: "ledger"; readonly checkpoint: Checkpoint | null }
  | { readonly kind: "findings"; readonly findings: readonly Finding[] }
  | { readonly kind: "done"; readonly checked: AllChecked }
  | { readonly kind: "failed"; readonly refusal: Refusal | GrantRefusal };

const nothing: AllChecked = { records: 0, pages: 0, sources: 0, spans: 0 };

/** The job of cutting, in progress notes; those of large sources count from 1. */
const cutting = 0;

/**
 * Compares the ledger with pages and sources. In order: the grant; the ledger as a whole; large sources, once each; the
 * ledger slice by slice, with the page and the sources of each record; pages without a record. Held are the cut of the
 * ledger and the findings of the slices under way.
 */
export async function* audit(auditor: Auditor, options: VerifyOptions): AsyncGenerator<AuditEvent> {
  const { readers, hear } = auditor;
  const { page, expect } = options;
  const located = await ask(auditor, "locate_grant", { given: options.grant });
  if (!located.ok) return yield { kind: "failed", refusal: located.refusal };
  const { grant } = located;

  const deaf = readers.listen(cutting, ({ bytes_done, bytes_total }) => hear("ledger", bytes_done, bytes_total));
  const answer = await ask(auditor, "cut_ledger", { grant, page, expect, job: cutting });
  deaf();
  if (!answer.ok) return yield { kind: "failed", refusal: answer.refusal };
  const { cut } = answer;
  yield { kind: "ledger", checkpoint: cut?.version.checkpoint ?? null };
  if (cut === null) {
    yield { kind: "findings", findings: withoutLedger(options) };
    return yield { kind: "done", checked: nothing };
  }

  const known = await readLargeSources(auditor, grant, cut.large_sources);
  const stamps = page === null ? ask(auditor, "audit_stamps", { grant, ledger: cut.version }) : null;
  const checked = yield* auditSlices(auditor, grant, cut, page, known);
  if (checked === null) return;
  if (page !== null && cut.records === 0) yield { kind: "findings", findings: [unrecorded(page)] };
  const stamped = await stamps;
  if (stamped?.ok === false) return yield { kind: "failed", refusal: stamped.refusal };
  if (stamped !== null) yield { kind: "findings", findings: stamped.findings };
  yield { kind: "done", checked: { records: cut.records, ...checked } };
}

/** Audits the slices, and tells the findings of the cut in between, each at its line. Null after a failure. */
async function* auditSlices(
  auditor: Auditor,
  grant: Grant,
  cut: LedgerCut,
  page: string | null,
  known: readonly (KnownSource | null)[],
): AsyncGenerator<AuditEvent, Checked | null> {
  const { slices, version } = cut;
  const total = slices.reduce((sum, { from, to }) => sum + to - from, 0);
  const checked = { pages: 0, sources: 0, spans: 0 };
  let done = 0;
  let told = 0;
  const cutFindings = (before: number): Finding[] => {
    const from = told;
    while (told < cut.findings.length && (cut.findings[told]?.line ?? 0) < before) told++;
    return cut.findings.slice(from, told);
  };

  yield { kind: "findings", findings: cutFindings(1) };
  const answers = inOrder(slices, auditor.width, (slice) =>
    ask(auditor, "audit_slice", {
      grant,
      ledger: version,
      slice,
      page,
      known: slice.large_sources.flatMap((place) => known[place] ?? []),
    }),
  );
  let index = 0;
  for await (const answer of answers) {
    if (!answer.ok) {
      yield { kind: "failed", refusal: answer.refusal };
      return null;
    }
    const slice = slices[index++];
    const ofCut = cutFindings(slices[index]?.first_line ?? Number.POSITIVE_INFINITY);
    yield { kind: "findings", findings: byLine([...ofCut, ...answer.findings]) };
    checked.pages += answer.checked.pages;
    checked.sources += answer.checked.sources;
    checked.spans += answer.checked.spans;
    done += slice === undefined ? 0 : slice.to - slice.from;
    auditor.hear("records", done, total);
  }
  yield { kind: "findings", findings: cutFindings(Number.POSITIVE_INFINITY) };
  return checked;
}

function byLine(findings: Finding[]): Finding[] {
  return findings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

/** Where there is no ledger nothing is to be verified, but for what was asked for by name. */
function withoutLedger({ page, expect }: VerifyOptions): Finding[] {
  const cutShort = expect !== null && expect.lines > 0;
  return [
    ...(cutShort ? [finding("checkpoint.cut_short", null, null, { lines: 0 })] : []),
    ...(page === null ? [] : [unrecorded(page)]),
  ];
}

function unrecorded(page: string): Finding {
  return finding("page.no_record", null, page, {});
}
