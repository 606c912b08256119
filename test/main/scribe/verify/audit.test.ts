import t from "tap";
import { type Finding, finding } from "../../../../src/core/lineage/audit/finding.ts";
import type { AuditAnswer, LedgerCut, LedgerSlice } from "../../../../src/core/messages/audit.ts";
import type { AuditSliceTask, Grant, SourceAnswer, Stamp } from "../../../../src/core/messages/reader.ts";
import { refuse } from "../../../../src/core/refusal.ts";
import type { VerifyOptions } from "../../../../src/main/scribe/options.ts";
import { type AuditEvent, audit } from "../../../../src/main/scribe/verify/audit.ts";
import type { PortReply, ReaderPort } from "../../../../src/main/shared/ports.ts";

const grant: Grant = { root: "/grant", device: "1", inode: "2" };
const checkpoint = { lines: 30, bytes: 3000, sha256: "0".repeat(64) };
const stamp: Stamp = { device: "1", inode: "3", size: 1, mtime_ns: "0", ctime_ns: "0" };
const options: VerifyOptions = { grant: "/grant", page: null, expect: null, json: false };

const missing = (line: number | null): Finding => finding("page.missing", line, "a.md", {});
const torn = (line: number | null): Finding => finding("ledger.torn_tail", line, null, { bytes: 1 });
const slice = (first_line: number, large_sources: number[] = []): LedgerSlice => ({
  from: 100 * (first_line - 1),
  to: 100 * (first_line + 9),
  first_line,
  sha256: "",
  superseded: [],
  large_sources,
});
const found = (...findings: Finding[]): AuditAnswer => ({
  ok: true,
  findings,
  checked: { pages: 1, sources: 2, spans: 3 },
});

interface Vault {
  readonly cut: Partial<LedgerCut> | null;
  readonly slices?: readonly AuditAnswer[];
  readonly stamps?: AuditAnswer;
  readonly source?: SourceAnswer;
  readonly lost?: string;
}

/** Readers of a vault that answers as it is told, the later the slice the sooner. */
function readersOf({ cut, slices = [], stamps = found(), source, lost }: Vault) {
  const asked: { kind: string; task: unknown }[] = [];
  const version = { size: 3000, checkpoint };
  const answers: Record<string, (task: never) => unknown> = {
    locate_grant: () => ({ ok: true, grant }),
    cut_ledger: () => ({
      ok: true,
      cut: cut && { version, slices: [], records: 0, large_sources: [], findings: [], ...cut },
    }),
    resolve_source: () => source,
    audit_slice: ({ slice: { first_line } }: AuditSliceTask) => slices[(first_line - 1) / 10],
    audit_stamps: () => stamps,
  };
  const readers: ReaderPort = {
    warm() {},
    listen: () => () => {},
    async run(kind, task) {
      asked.push({ kind, task });
      const delay = "slice" in task ? 40 - task.slice.first_line : 0;
      await new Promise((resolve) => setTimeout(resolve, delay));
      const reply: PortReply<unknown> =
        kind === lost ? { kind: "lost" } : { kind: "answer", answer: answers[kind]?.(task as never) };
      return reply as never;
    },
  };
  return { readers, asked };
}

async function eventsOf(vault: Vault, change: Partial<VerifyOptions> = {}): Promise<AuditEvent[]> {
  const { readers } = readersOf(vault);
  const events: AuditEvent[] = [];
  for await (const event of audit({ readers, width: 3, hear() {} }, { ...options, ...change })) events.push(event);
  return events;
}

const findingsOf = (events: readonly AuditEvent[]): readonly Finding[] =>
  events.flatMap((event) => (event.kind === "findings" ? event.findings : []));

t.test("[verify.output] findings come by line, whoever found them and whichever slice was ready first", async (t) => {
  const events = await eventsOf({
    cut: { slices: [slice(1), slice(11), slice(21)], records: 30, findings: [torn(null), torn(2), torn(12), torn(40)] },
    slices: [found(missing(1), missing(2), missing(10)), found(missing(11), missing(13)), found(missing(21))],
    stamps: found(missing(null)),
  });
  t.strictSame(
    findingsOf(events).map(({ line }) => line),
    [null, 1, 2, 2, 10, 11, 12, 13, 21, 40, null],
  );
  t.strictSame(events[0], { kind: "ledger", checkpoint });
  t.strictSame(events.at(-1), { kind: "done", checked: { records: 30, pages: 3, sources: 6, spans: 9 } });
});

t.test("[verify.scale] each large source is read once, and its slices are told of it if it is at rest", async (t) => {
  const source = (settled: boolean): SourceAnswer => ({
    ok: true,
    finding: { path: "x", sha256: "1", bytes: 1, stamp, settled, spans: [] },
  });
  const cut = { slices: [slice(1, [0]), slice(11), slice(21, [1, 0])], large_sources: ["Arc/a", "Arc/b"] };
  const slices = [found(), found(), found()];
  const known = async (answer: SourceAnswer) => {
    const { readers, asked } = readersOf({ cut, slices, source: answer });
    for await (const _ of audit({ readers, width: 9, hear() {} }, options));
    t.equal(asked.filter(({ kind }) => kind === "resolve_source").length, 2);
    return asked
      .filter(({ kind }) => kind === "audit_slice")
      .map(({ task }) => (task as AuditSliceTask).known.map(({ path }) => path));
  };
  t.strictSame(await known(source(true)), [["Arc/a"], [], ["Arc/b", "Arc/a"]]);
  t.strictSame(await known(source(false)), [[], [], []]);
  const refused: SourceAnswer = { ok: false, refusal: refuse("MISSING", { path: "x" }), entry: 0, span: null };
  t.strictSame(await known(refused), [[], [], []]);
});

t.test("[verify.could-not-run] a step that fails, or whose thread is lost, is the last that is told", async (t) => {
  const cut = { slices: [slice(1), slice(11)], large_sources: [] };
  const changed: AuditAnswer = { ok: false, refusal: refuse("SOURCE_CHANGED_DURING_READ", { path: "l" }) };
  const vault = { cut, slices: [found(missing(1)), found(missing(11))] };
  for (const kind of ["locate_grant", "cut_ledger", "audit_slice", "audit_stamps"]) {
    const events = await eventsOf({ ...vault, lost: kind });
    t.match(events.at(-1), { kind: "failed", refusal: { code: "READER_LOST" } }, kind);
    t.notOk(events.some(({ kind }) => kind === "done"));
  }
  const events = await eventsOf({ ...vault, slices: [found(missing(1)), changed] });
  t.strictSame(
    events.map(({ kind }) => kind),
    ["ledger", "findings", "findings", "failed"],
  );
  t.match(await eventsOf({ ...vault, stamps: changed }), { length: 6, 5: { kind: "failed" } });
});

t.test("[verify.page] a page that is asked for by name has a record, or that is found", async (t) => {
  t.strictSame(findingsOf(await eventsOf({ cut: { records: 0 } }, { page: "b.md" })), [
    finding("page.no_record", null, "b.md", {}),
  ]);
  t.strictSame(findingsOf(await eventsOf({ cut: null }, { page: "b.md" })), [
    finding("page.no_record", null, "b.md", {}),
  ]);
  const recorded = { cut: { records: 1, slices: [slice(1)] }, slices: [found()], stamps: found(missing(null)) };
  t.strictSame(findingsOf(await eventsOf(recorded, { page: "a.md" })), [], "and other pages are left alone");
});
