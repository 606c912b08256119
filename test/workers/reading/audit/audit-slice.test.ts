import fs from "node:fs";
import t from "tap";
import { recordLine } from "../../../../src/core/lineage/record.ts";
import type { LedgerCut } from "../../../../src/core/messages/audit.ts";
import type { Grant } from "../../../../src/core/messages/reader.ts";
import { auditSlice } from "../../../../src/workers/reading/audit/audit-slice.ts";
import { recordOf } from "../../../core/lineage/audit/records.ts";
import { cutVault, ledgerChanged, lines } from "./vault.ts";

const first = (grant: Grant, { version, slices: [slice] }: LedgerCut) => {
  if (slice === undefined) throw new Error("no slice");
  return auditSlice({ grant, ledger: version, slice, page: null, known: [] });
};

t.test("[verify.pages] a slice is compared with its pages", async (t) => {
  const vault = await cutVault(t);
  fs.writeFileSync(vault.in("b.md"), "text");
  t.match(await first(vault.grant, vault.cut), {
    ok: true,
    checked: { pages: 2, sources: 0, spans: 0 },
    findings: [{ code: "page.edited", line: 2, path: "b.md" }],
  });
});

t.test("[verify.ledger] lines appended meanwhile change nothing, and others that it could not run", async (t) => {
  const vault = await cutVault(t);
  fs.appendFileSync(vault.ledger, recordLine(recordOf(3, "c.md")));
  t.match(await first(vault.grant, vault.cut), { ok: true, findings: [] });
  fs.writeFileSync(vault.ledger, lines.join("").replace("a.md", "c.md"));
  t.match(await first(vault.grant, vault.cut), ledgerChanged);
  fs.truncateSync(vault.ledger, 10);
  t.match(await first(vault.grant, vault.cut), ledgerChanged);
  fs.rmSync(vault.ledger);
  t.match(await first(vault.grant, vault.cut), ledgerChanged);
});
