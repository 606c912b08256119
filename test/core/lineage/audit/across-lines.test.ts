import t from "tap";
import { limits } from "../../../../src/core/limits.ts";
import { acrossLines } from "../../../../src/core/lineage/audit/across-lines.ts";
import { eventId, recordOf, vaultId } from "./records.ts";

const alone = { sameEvent: null, samePage: null };
const record = recordOf(1, "a.md", { "Arc/a.md": 1, "Arc/b.md": 1 });
const at = (ms: number) => ({ ...record, recorded_at: new Date(1_800_000_000_000 + ms).toISOString() });

t.test("[verify.ledger] an event id that is used again names the line where it stands first", async (t) => {
  t.strictSame(acrossLines(vaultId)(record, 5, { sameEvent: 2, samePage: null }), [
    { code: "ledger.duplicate_event_id", line: 5, path: "a.md", facts: { first_line: 2 } },
  ]);
});

t.test("[verify.ledger] an id of another vault is found wherever it stands", async (t) => {
  const foreign = eventId(9);
  const inSource = {
    ...record,
    sources: record.sources.map((source, entry) =>
      entry === 0 ? source : { ...source, identity: { ...source.identity, vault_id: foreign } },
    ),
  };
  const inPage = { ...record, page: { ...record.page, identity: { ...record.page.identity, vault_id: foreign } } };
  const inVault = { ...record, vault: { ...record.vault, id: foreign } };
  for (const [changed, pointer] of [
    [inVault, "/vault/id"],
    [inPage, "/page/identity/vault_id"],
    [inSource, "/sources/1/identity/vault_id"],
  ] as const) {
    t.match(acrossLines(vaultId)(changed, 1, alone), [{ code: "ledger.foreign_vault_id", facts: { at: pointer } }]);
    t.strictSame(acrossLines(null)(changed, 1, alone), [], "unless the vault's own is not known");
  }
});

t.test("[verify.ledger] time runs backwards from a second on: servers at once may differ by less", async (t) => {
  const faultsOf = acrossLines(vaultId);
  const behind = (ms: number, line: number): unknown => faultsOf(at(ms), line, alone)[0]?.facts ?? null;
  t.equal(behind(10_000, 1), null);
  t.equal(behind(10_000, 2), null);
  t.equal(behind(10_001 - limits.commitMs, 3), null);
  t.equal(behind(20_000, 4), null);
  t.strictSame(behind(20_000 - limits.commitMs, 5), { behind_ms: limits.commitMs });
  t.equal(behind(20_000 - limits.commitMs, 6), null, "one step is found once");
});
