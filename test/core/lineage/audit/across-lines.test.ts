import t from "tap";
import { limits } from "../../../../src/core/limits.ts";
import { acrossLines } from "../../../../src/core/lineage/audit/across-lines.ts";
import { recordOf } from "./records.ts";

const alone = { sameEvent: null, samePage: null };
const record = recordOf(1, "a.md");
const at = (ms: number) => ({ ...record, recorded_at: new Date(1_800_000_000_000 + ms).toISOString() });

t.test("[verify.ledger] an event id that is used again names the line where it stands first", async (t) => {
  t.strictSame(acrossLines()(record, 5, { sameEvent: 2, samePage: null }), [
    { code: "ledger.duplicate_event_id", line: 5, path: "a.md", facts: { first_line: 2 } },
  ]);
});

t.test("[verify.ledger] time runs backwards from a second on: servers at once may differ by less", async (t) => {
  const faultsOf = acrossLines();
  const behind = (ms: number, line: number): unknown => faultsOf(at(ms), line, alone)[0]?.facts ?? null;
  t.equal(behind(10_000, 1), null);
  t.equal(behind(10_000, 2), null);
  t.equal(behind(10_001 - limits.commitMs, 3), null);
  t.equal(behind(20_000, 4), null);
  t.strictSame(behind(20_000 - limits.commitMs, 5), { behind_ms: limits.commitMs });
  t.equal(behind(20_000 - limits.commitMs, 6), null, "one step is found once");
});
