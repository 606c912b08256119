import type { Answer, Call, Evidence } from "../evidence.ts";
import { read, sha256 } from "./files.ts";
import type { Ledger } from "./ledger.ts";
import { sourceProblems } from "./sources.ts";
import { isWhole, stampProblems } from "./stamp.ts";

/** Every page that was acknowledged is there with its record, every other is absent or whole. */
export function checkPages(ledger: Ledger, evidence: Evidence): string[] {
  const byPath = new Map<string, Call[]>();
  for (const call of evidence.calls) byPath.set(call.path, [...(byPath.get(call.path) ?? []), call]);
  for (const path of evidence.planted) byPath.delete(path);
  return [...byPath].flatMap(([path, calls]) => checkPage(path, calls, ledger, evidence));
}

/** Every record is of a page that stands and of a call that was sent, and no page has two. */
export function checkRecords({ records }: Ledger, evidence: Evidence): string[] {
  const seen = new Set<string>();
  return records.flatMap(({ record }) => {
    const { path } = record.page.identity;
    const { digest, bytes } = record.page.content;
    const page = read(evidence, path);
    const twice = seen.has(path) || seen.has(record.event_id);
    seen.add(path).add(record.event_id);
    const isOfPage = page !== null && page.length === bytes && sha256(page) === digest;
    const call = evidence.calls.find((sent) => sent.path === path && page !== null && isWhole(page, sent.content));
    const problems = [
      ...(twice ? ["is there twice"] : []),
      ...(isOfPage ? [] : ["is not of the page that stands there"]),
      ...(call ? sourceProblems(record, call, evidence) : ["was asked for by nobody"]),
    ];
    return problems.map((problem) => `the record of ${path} ${problem}`);
  });
}

/** The page at a path, by the calls that aimed at it. */
function checkPage(path: string, calls: readonly Call[], ledger: Ledger, evidence: Evidence): string[] {
  const page = read(evidence, path);
  const made = calls.flatMap((call) => (call.answer?.created === undefined ? [] : [{ call, answer: call.answer }]));
  const [first] = made;
  if (made.length > 1) return [`${path} was created ${made.length} times`];
  if (first && page === null) return [`${path} was acknowledged and is not there`];
  if (page === null) return [];
  if (first) return checkCreated(page, first.call, first.answer, ledger);
  const open = calls.filter(isOpen);
  if (open.length === 0) return [`${path} stands, but every call for it was refused`];
  return open.some(({ content }) => isWhole(page, content)) ? [] : [`${path} is not whole`];
}

/** Calls that got no answer, or were told that the outcome is unknown, may have been carried out or not. */
function isOpen({ answer }: Call): boolean {
  return answer === null || answer.reason === "WRITER_LOST";
}

function checkCreated(page: Buffer, { path, content }: Call, answer: Answer, ledger: Ledger): string[] {
  const { ok, created, record = {}, appended } = answer;
  const line = JSON.stringify(record);
  const bytes = Buffer.byteLength(line) + 1;
  const times = ledger.records.filter((entry) => entry.line === line).length;
  const isAsTold = created?.path === path && created.bytes === page.length && created.sha256 === sha256(page);
  const problems = [
    ...(isAsTold ? [] : ["is not the page that the answer says it is"]),
    ...stampProblems(page, content, record),
    ...(ok && times !== 1 ? [`was acknowledged and is in the ledger ${times} times`] : []),
    ...(ok && appended !== bytes
      ? [`has a record of ${bytes} bytes, of which ${appended} were said to be appended`]
      : []),
    ...(!ok && times > 0 && !mayBeWhole(answer, bytes) ? ["is in the ledger against the answer"] : []),
  ];
  return problems.map((problem) => `${path} ${problem}`);
}

/** Whether a line of which the caller was told that it failed may be in the ledger, all of it, or all but its LF. */
function mayBeWhole({ cause }: Answer, bytes: number): boolean {
  const retained = cause?.retained?.bytes;
  return retained === "indeterminate" || retained === bytes - 1;
}
