import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { limits } from "../../core/limits.ts";
import type { Grant, ProgressNote, ReaderKind, ReaderTasks } from "../../core/messages/reader.ts";
import type { WriterKind, WriterTasks } from "../../core/messages/writer.ts";
import { logFailure } from "./log.ts";

const workers = {
  reader: fileURLToPath(new URL("../../workers/reader.js", import.meta.url)),
  writer: fileURLToPath(new URL("../../workers/writer.js", import.meta.url)),
};

/** What a thread made of a task; `lost` when the thread died over it, `busy` when too many tasks wait. */
export type PortReply<Answer> =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "lost" | "busy" | "aborted" };

/** Threads that read, one task each. An aborted task's thread is ended in the middle of it and replaced. */
export interface ReaderPort {
  run<Kind extends ReaderKind>(
    kind: Kind,
    task: ReaderTasks[Kind]["task"],
    signal: AbortSignal,
  ): Promise<PortReply<ReaderTasks[Kind]["answer"]>>;
  /** Hears the progress notes of a job until the returned function is called. */
  listen(job: number, hear: (note: ProgressNote) => void): () => void;
  warm(): void;
}

/** The one thread that writes, in strict order. Its tasks cannot be aborted. */
export interface WriterPort {
  run<Kind extends WriterKind>(
    kind: Kind,
    task: WriterTasks[Kind]["task"],
  ): Promise<PortReply<WriterTasks[Kind]["answer"]>>;
  /** Loads what pages need, so that the first need not wait for it. */
  warm(grant: Grant): void;
}

/** One reader a core, but for the core of a main thread that serves. */
function besideMain(): number {
  return Math.max(1, availableParallelism() - 1);
}

/** Hears of a failure and where it came from. */
type OnFailure = (what: string, error: unknown) => void;

interface ReaderOptions {
  readonly threads?: number;
  readonly onFailure?: OnFailure;
}

/** The readers. They start with the first task, or when warmed. */
export function openReaders({ threads = besideMain(), onFailure = logFailure }: ReaderOptions = {}): ReaderPort {
  const listeners = new Map<number, (note: ProgressNote) => void>();
  const pool = renewed(() => {
    const readers = new Piscina({
      filename: workers.reader,
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: 30_000,
      maxQueue: limits.readerQueue,
    });
    readers.on("message", (note: ProgressNote) => listeners.get(note.job)?.(note));
    return readers;
  }, onFailure);
  return {
    warm: () => void pool(),
    async run(kind, task, signal) {
      if (signal.aborted) return { kind: "aborted" };
      if (pool().queueSize >= limits.readerQueue) return { kind: "busy" };
      return settled(pool().run({ kind, task }, { signal }), signal, onFailure);
    },
    listen(job, hear) {
      listeners.set(job, hear);
      return () => listeners.delete(job);
    },
  };
}

/** The writer. It starts with the first task. */
export function openWriter(): WriterPort {
  const pool = renewed(() => {
    return new Piscina({
      filename: workers.writer,
      minThreads: 1,
      maxThreads: 1,
      stricterFIFO: true,
      idleTimeout: Number.POSITIVE_INFINITY,
    });
  }, logFailure);
  const run: WriterPort["run"] = (kind, task) => settled(pool().run({ kind, task }), null, logFailure);
  return {
    run,
    warm(grant) {
      void run("prepare_writes", { grant, paths: [] });
      void run("commit_pages", { grant, pages: [] });
    },
  };
}

/**
 * A pool that is given up when its last thread could not start, and made anew for the next task: piscina starts no other
 * then, and what waits would wait for ever. Given up, it is lost and may be tried again.
 */
function renewed(start: () => Piscina, onFailure: OnFailure): () => Piscina {
  let current: Piscina | undefined;

  function open(): Piscina {
    const pool = start();
    const giveUpIfDead = (): void => {
      if (pool.threads.length > 0) return;
      if (current === pool) current = undefined;
      void pool.destroy();
    };
    pool.on("error", (error) => {
      onFailure(threadLost, error);
      giveUpIfDead();
    });
    // A thread that ends by itself while it starts is no error to piscina. Its replacement comes in the same turn.
    pool.on("workerDestroy", () => setImmediate(giveUpIfDead));
    return pool;
  }

  return () => {
    current ??= open();
    return current;
  };
}

const threadLost = "a worker thread was lost";

async function settled<Answer>(
  run: Promise<Answer>,
  signal: AbortSignal | null,
  onFailure: OnFailure,
): Promise<PortReply<Answer>> {
  try {
    return { kind: "answer", answer: await run };
  } catch (error) {
    if (signal?.aborted) return { kind: "aborted" };
    onFailure(threadLost, error);
    return { kind: "lost" };
  }
}
