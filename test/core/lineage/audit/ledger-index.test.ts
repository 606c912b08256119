import { createHash } from "node:crypto";
import t from "tap";
import { ledgerIndex } from "../../../../src/core/lineage/audit/ledger-index.ts";
import type { LedgerLine } from "../../../../src/core/lineage/audit/ledger-lines.ts";
import { eventId, recordOf, vaultId } from "./records.ts";

const lineAt = (number: number): LedgerLine => ({
  number,
  from: 1000 * number,
  to: 1000 * number + 10,
  bytes: null,
  holdsNul: false,
  ended: true,
});

const newIndex = () => ledgerIndex((text) => createHash("sha256").update(text).digest());

t.test("[verify.ledger] [verify.pages] a record knows the first of its event and the latest of its page", async (t) => {
  const index = newIndex();
  const add = (line: number, event: number, path: string) => index.add(recordOf(event, path), lineAt(line));
  t.strictSame(add(1, 1, "a.md"), { sameEvent: null, samePage: null });
  t.strictSame(add(2, 2, "b.md"), { sameEvent: null, samePage: null });
  t.strictSame(add(3, 3, "a.md"), { sameEvent: null, samePage: 1 });
  t.strictSame(add(4, 1, "a.md"), { sameEvent: 1, samePage: 3 });
  t.strictSame(add(5, 1, "c.md"), { sameEvent: 1, samePage: null });
  t.strictSame(index.placeOf(eventId(1)), { line: 1, from: 1000 });
  t.strictSame(index.placeOf(eventId(3)), { line: 3, from: 3000 });
  t.equal(index.placeOf(eventId(4)), null);
  t.equal(index.hasPage(vaultId, "c.md"), true);
  t.equal(index.hasPage(vaultId, "d.md"), false);
});

t.test("[verify.pages] a page of another vault is another page", async (t) => {
  const index = newIndex();
  const record = recordOf(1, "a.md");
  const other = { ...record.page, identity: { ...record.page.identity, vault_id: eventId(9) } };
  index.add(record, lineAt(1));
  t.equal(index.add({ ...record, page: other }, lineAt(2)).samePage, null);
  t.equal(index.hasPage(eventId(9), "a.md"), true);
  t.equal(index.hasPage(eventId(8), "a.md"), false);
});
