import fc from "fast-check";
import t from "tap";
import type {
  Ask,
  ProgressNote,
  ResolveSourceTask,
  SourceAnswer,
  SourceFinding,
} from "../../../src/core/messages/reader.ts";
import { type RefusalCode, refuse } from "../../../src/core/refusal.ts";
import { knownFiles } from "../../../src/main/scribe/known-files.ts";
import { resolveSources } from "../../../src/main/scribe/resolve-sources.ts";
import type { PortReply, ReaderPort } from "../../../src/main/shared/ports.ts";

type Reply = PortReply<SourceAnswer>;

const grant = { root: "/grant", device: "1", inode: "2" };
const stamp = { device: "1", inode: "3", size: 9, mtime_ns: "5", ctime_ns: "6" };

const asked = (entry: number, span: number): Ask => ({ entry, span, offset: span, length: 1, quote: null });
const entryOf = (entry: number, source: string, spans = 1) => ({
  source,
  asks: Array.from({ length: spans }, (_, span) => asked(entry, span)),
});

function finding({ path, asks }: ResolveSourceTask, change: Partial<SourceFinding> = {}): Reply {
  const spans = asks.map(({ entry, span }) => ({
    entry,
    span,
    offset: span,
    length: 1,
    sha256: "digest",
    excerpt: `${entry}.${span}`,
    excerpt_bytes: 1,
  }));
  const found = { path, sha256: `file ${path}`, bytes: 9, stamp, settled: true, spans, ...change };
  return { kind: "answer", answer: { ok: true, finding: found } };
}

function missed(entry: number, span: number | null): Reply {
  const refusal = refuse(span === null ? "MISSING" : "SPAN_NOT_FOUND", { path: "" }, `${entry}.${span ?? "file"}`);
  return { kind: "answer", answer: { ok: false, refusal, entry, span } };
}

/** Readers that answer when they are told to, whoever was asked first. */
function readersByHand(replyTo: (task: ResolveSourceTask) => Reply) {
  const tasks: ResolveSourceTask[] = [];
  const settle = new Map<string, () => void>();
  const listeners = new Map<number, (note: ProgressNote) => void>();
  const run = (_kind: "resolve_source", task: ResolveSourceTask, signal: AbortSignal): Promise<Reply> => {
    tasks.push(task);
    return new Promise((resolve) => {
      settle.set(task.path, () => resolve(replyTo(task)));
      signal.addEventListener("abort", () => resolve({ kind: "aborted" }));
    });
  };
  const port: ReaderPort = {
    run: run as ReaderPort["run"],
    warm() {},
    listen(job, hear) {
      listeners.set(job, hear);
      return () => listeners.delete(job);
    },
  };
  return { port, tasks, listeners, answer: (path: string) => settle.get(path)?.() };
}

const resolve = (
  entries: Parameters<typeof resolveSources>[0],
  port: ReaderPort,
  signal: AbortSignal = new AbortController().signal,
  send: Parameters<typeof resolveSources>[5] = null,
) => resolveSources(entries, grant, port, knownFiles(), signal, send);

/** What becomes of one source. */
const fate = fc.constantFrom("found", "file", "last span", "lost", "busy");

t.test("[write.order] whichever reader is faster, the first fault in the order of the request is told", async (t) => {
  const plan = fc
    .array(fate, { minLength: 1, maxLength: 6 })
    .chain((fates) =>
      fc.tuple(fc.constant(fates), fc.shuffledSubarray([...fates.keys()], { minLength: fates.length })),
    );
  await fc.assert(
    fc.asyncProperty(plan, async ([fates, order]) => {
      const readers = readersByHand((task) => {
        const entry = Number(task.path);
        switch (fates[entry]) {
          case "file":
            return missed(entry, null);
          case "last span":
            return missed(entry, 1);
          case "lost":
          case "busy":
            return { kind: fates[entry] };
          default:
            return finding(task);
        }
      });
      const entries = fates.map((_, entry) => entryOf(entry, String(entry), 2));
      const resolution = resolve(entries, readers.port);
      for (const entry of order) readers.answer(String(entry));

      const first = fates.findIndex((fate) => fate !== "found");
      const codes: Record<string, RefusalCode> = {
        file: "MISSING",
        "last span": "SPAN_NOT_FOUND",
        lost: "READER_LOST",
        busy: "BUSY",
      };
      const settled = await resolution;
      if (first === -1) t.equal(settled.kind, "resolved");
      else t.match(settled, { kind: "refused", refusal: { code: codes[fates[first] ?? ""] } });
    }),
  );
});

t.test("[write.order] a file cited twice is read once, and its faults are told apart by entry", async (t) => {
  const replies: Record<string, Reply> = { a: missed(2, 0), b: missed(1, 0) };
  for (const order of ["ab", "ba"]) {
    const readers = readersByHand(({ path }) => replies[path] as Reply);
    const resolution = resolve([entryOf(0, "a"), entryOf(1, "b"), entryOf(2, "a")], readers.port);
    for (const path of order) readers.answer(path);
    t.match(await resolution, { refusal: { at: "1.0" } });
    t.strictSame(
      readers.tasks.map(({ path, asks }) => [path, asks.length]),
      [
        ["a", 2],
        ["b", 1],
      ],
    );
  }
});

t.test("[write.order] what comes after a fault is not waited for", async (t) => {
  const readers = readersByHand(({ path }) => missed(Number(path), null));
  const resolution = resolve([entryOf(0, "0"), entryOf(1, "1")], readers.port);
  readers.answer("0");
  t.match(await resolution, { refusal: { at: "0.file" } });
});

t.test("[record.order] findings are those of the entries, in their order, each with its own spans", async (t) => {
  const readers = readersByHand(finding);
  const entries = [entryOf(0, "b", 2), entryOf(1, "a"), entryOf(2, "b")];
  const resolution = resolve(entries, readers.port);
  for (const path of ["a", "b"]) readers.answer(path);
  const settled = await resolution;
  const told = settled.kind === "resolved" ? settled.findings : [];
  t.strictSame(
    told.map(({ path, spans }) => [path, ...spans.map(({ excerpt }) => excerpt)]),
    [
      ["b", "0.0", "0.1"],
      ["a", "1.0"],
      ["b", "2.0"],
    ],
  );
});

/** Readers that answer at once; `round` counts from 1 how often a path was read. */
function readersAtOnce(replyTo: (task: ResolveSourceTask, round: number) => Reply) {
  const rounds = new Map<string, number>();
  const run = async (_kind: "resolve_source", task: ResolveSourceTask): Promise<Reply> => {
    const round = (rounds.get(task.path) ?? 0) + 1;
    rounds.set(task.path, round);
    return replyTo(task, round);
  };
  const port: ReaderPort = { run: run as ReaderPort["run"], warm() {}, listen: () => () => {} };
  return { port, rounds };
}

t.test("[span.changing] two ways to one file that find two versions of it are read again, at most twice", async (t) => {
  const readers = readersAtOnce((task) => finding(task, { path: "real", sha256: task.path }));
  t.match(await resolve([entryOf(0, "a"), entryOf(1, "b")], readers.port), {
    refusal: { code: "SOURCE_CHANGED_DURING_READ", at: "/derived_from/1/source", facts: { path: "b" } },
  });
  t.strictSame([...readers.rounds.values()], [3, 3]);
});

t.test("[span.changing] two ways to one file are recorded once both find the same version", async (t) => {
  const readers = readersAtOnce((task, round) =>
    finding(task, { path: "real", sha256: round === 1 ? task.path : "settled" }),
  );
  const resolution = await resolve([entryOf(0, "a"), entryOf(1, "b")], readers.port);
  const told = resolution.kind === "resolved" ? resolution.findings : [];
  t.strictSame(
    told.map(({ sha256 }) => sha256),
    ["settled", "settled"],
  );
});

t.test("[mcp.cancel] a cancelled call stops its readers and tells of no fault", async (t) => {
  const controller = new AbortController();
  const readers = readersByHand(() => missed(0, null));
  const resolution = resolve([entryOf(0, "a"), entryOf(1, "b")], readers.port, controller.signal);
  readers.answer("a");
  controller.abort();
  t.strictSame(await resolution, { kind: "aborted" });
});

t.test("[mcp.progress] readers are listened to while they read, and only when somebody wants to know", async (t) => {
  const sent: [done: number, total: number][] = [];
  const readers = readersByHand(finding);
  const resolution = resolve([entryOf(0, "a")], readers.port, undefined, (done, total) => sent.push([done, total]));
  const [task] = readers.tasks;
  const job = task?.job ?? -1;
  readers.listeners.get(job)?.({ job, bytes_done: 3, bytes_total: 9 });
  readers.answer("a");
  await resolution;
  t.strictSame(sent, [[3, 9]]);
  t.equal(readers.listeners.size, 0);

  const deaf = readersByHand(finding);
  const unheard = resolve([entryOf(0, "a")], deaf.port);
  deaf.answer("a");
  await unheard;
  t.equal(deaf.tasks[0]?.job, null);
});
