import { setTimeout } from "node:timers/promises";
import type { LineageRecord } from "../../../core/contract.generated.ts";
import { limits } from "../../../core/limits.ts";
import { ledgerLines } from "../../../core/lineage/audit/ledger-lines.ts";
import { readLine } from "../../../core/lineage/audit/read-line.ts";
import { stampOf } from "../../fence/stamp.ts";
import { readRange } from "../read-range.ts";

/**
 * Records of events that were appended to the ledger behind a byte of it, by event. Where `mayCome` says of a missing one
 * that its commit may be under way, they are looked for once more when it must be over. Throws an errno.
 */
export async function lateRecords(
  fd: number,
  from: number,
  events: ReadonlySet<string>,
  mayCome: (event: string) => boolean,
): Promise<ReadonlyMap<string, LineageRecord>> {
  const found = await recordsBehind(fd, from, events);
  if (![...events].some((event) => !found.has(event) && mayCome(event))) return found;
  await setTimeout(limits.commitMs);
  return recordsBehind(fd, from, events);
}

async function recordsBehind(
  fd: number,
  from: number,
  events: ReadonlySet<string>,
): Promise<ReadonlyMap<string, LineageRecord>> {
  const found = new Map<string, LineageRecord>();
  const lines = ledgerLines({
    line(line) {
      const read = readLine(line);
      if (read.kind === "record" && events.has(read.record.event_id)) found.set(read.record.event_id, read.record);
    },
  });
  await readRange(fd, from, stampOf(fd).size, lines.feed);
  lines.finish();
  return found;
}
