import type { LineageRecord } from "../../contract.generated.ts";
import { limits } from "../../limits.ts";
import { type Finding, finding } from "./finding.ts";
import type { Earlier } from "./ledger-index.ts";

/**
 * What only shows when records are seen one after the other: an event id used before, a time before that of the record
 * above. Records of servers that write at once may stand out of order by the time that a commit takes: a step back below
 * `limits.commitMs` is none.
 */
export function acrossLines() {
  let before = Number.NEGATIVE_INFINITY;

  return (record: LineageRecord, line: number, { sameEvent }: Earlier): Finding[] => {
    const path = record.page.identity.path;
    const found: Finding[] = [];
    if (sameEvent !== null) found.push(finding("ledger.duplicate_event_id", line, path, { first_line: sameEvent }));
    const time = Date.parse(record.recorded_at);
    if (before - time >= limits.commitMs) {
      found.push(finding("ledger.time_backwards", line, path, { behind_ms: before - time }));
    }
    before = time;
    return found;
  };
}
