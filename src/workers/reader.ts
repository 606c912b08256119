import "./quiet-stdout.ts";
import { parentPort } from "node:worker_threads";
import type { ProgressNote, ReaderKind, ReaderRequest, ReaderTasks } from "../core/messages/reader.ts";
import { resolveSource } from "./reading/resolve-source.ts";

type Handler<Kind extends ReaderKind> = (task: ReaderTasks[Kind]["task"]) => Promise<ReaderTasks[Kind]["answer"]>;

const handlers: { readonly [Kind in ReaderKind]: Handler<Kind> } = {
  resolve_source: (task) =>
    resolveSource(task, (bytes_done, bytes_total) => {
      if (task.job === null) return;
      const note: ProgressNote = { job: task.job, bytes_done, bytes_total };
      parentPort?.postMessage(note);
    }),
};

/** A reader thread: carries out one task. */
export default function read({ kind, task }: ReaderRequest): Promise<ReaderTasks[ReaderKind]["answer"]> {
  return handlers[kind](task);
}
