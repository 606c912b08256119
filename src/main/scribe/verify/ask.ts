import { ledgerPath } from "../../../core/grant-path.ts";
import type { ReaderKind, ReaderTasks } from "../../../core/messages/reader.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";
import type { ReaderPort } from "../../shared/ports.ts";

export interface Lost {
  readonly ok: false;
  readonly refusal: Refusal;
}

/** Hears how far a step is, in bytes. */
export type HearProgress = (step: "ledger" | "sources" | "records", done: number, total: number) => void;

/** An audit's means. */
export interface Auditor {
  readonly readers: ReaderPort;
  /** How many tasks are handed to the readers ahead. */
  readonly width: number;
  readonly hear: HearProgress;
}

/** Has a reader carry out a task. A thread that is lost over it is a refusal like another. */
export async function ask<Kind extends ReaderKind>(
  { readers }: Auditor,
  kind: Kind,
  task: ReaderTasks[Kind]["task"],
): Promise<ReaderTasks[Kind]["answer"] | Lost> {
  const reply = await readers.run(kind, task, new AbortController().signal);
  return reply.kind === "answer" ? reply.answer : { ok: false, refusal: refuse("READER_LOST", { path: ledgerPath }) };
}
