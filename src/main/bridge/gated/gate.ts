import type { Grant } from "../../../core/messages/reader.ts";
import type { SpaceAnswer } from "../../../core/messages/space.ts";
import type { GrantCode, Refusal } from "../../../core/refusal.ts";
import { spaceRefused } from "../../../core/space/refusal.ts";
import type { PortReply, ReaderPort } from "../../shared/ports.ts";
import type { Outcome } from "../tool.ts";

/** The way to the space on disk: its folder, and the threads that look into it. */
export interface Gate {
  readonly grant: Grant;
  readonly readers: ReaderPort;
}

const never = new AbortController().signal;

const problems: { readonly [Code in GrantCode]?: string } = {
  GRANT_DENIED: "the space's folder may not be read",
  GRANT_MISSING: "the space's folder does not exist",
  GRANT_NOT_A_DIRECTORY: "the space's path is not a folder",
};

/** Finds the space's folder. `problem` says what is wrong with it, without its path. */
export async function openGate(
  spacePath: string,
  readers: ReaderPort,
): Promise<{ readonly ok: true; readonly gate: Gate } | { readonly ok: false; readonly problem: string }> {
  const reply = await readers.run("locate_grant", { given: spacePath }, never);
  if (reply.kind !== "answer") return { ok: false, problem: "the thread that looked at the space's folder was lost" };
  const { answer } = reply;
  if (answer.ok) return { ok: true, gate: { grant: answer.grant, readers } };
  return { ok: false, problem: problems[answer.refusal.code] ?? "the space's folder cannot be looked at" };
}

/** What a reader's reply means for the call. `value` makes the structured content of the rows. */
export async function outcomeOf<Row>(
  replied: Promise<PortReply<SpaceAnswer<Row>>>,
  value: (rows: readonly Row[]) => object,
): Promise<Outcome | null> {
  const reply = await replied;
  switch (reply.kind) {
    case "answer":
      return reply.answer.ok
        ? { ok: true, value: value(reply.answer.rows) }
        : spaceRefused("SPACE_UNREADABLE", { problem: problemOf(reply.answer.refusal) });
    case "lost":
      return spaceRefused("READER_LOST", {});
    case "busy":
      return spaceRefused("BUSY", {});
    case "aborted":
      return null;
  }
}

function problemOf(refusal: Refusal): string {
  if (refusal.code === "ROOT_MOVED") return "the space's folder was moved or replaced since the bridge started";
  const errno = refusal.code === "IO_ERROR" ? refusal.facts.errno : refusal.code;
  return `the space's folder could not be read: ${errno}`;
}
