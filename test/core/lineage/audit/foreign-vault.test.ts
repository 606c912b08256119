import t from "tap";
import { foreignVault } from "../../../../src/core/lineage/audit/foreign-vault.ts";
import { eventId, recordOf, vaultId } from "./records.ts";

const record = recordOf(1, "a.md", { "Arc/a.md": 1, "Arc/b.md": 1 });

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
  t.equal(foreignVault(record, 1, vaultId), null);
  for (const [changed, at] of [
    [inVault, "/vault/id"],
    [inPage, "/page/identity/vault_id"],
    [inSource, "/sources/1/identity/vault_id"],
  ] as const) {
    const found = { code: "ledger.foreign_vault_id", line: 1, path: "a.md", facts: { at } };
    t.strictSame(foreignVault(changed, 1, vaultId), found);
    t.equal(foreignVault(changed, 1, null), null, "unless the vault's own is not known");
  }
});
