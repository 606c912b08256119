import fs from "node:fs";
import t from "tap";
import { recordLine } from "../../../../src/core/lineage/record.ts";
import type { LedgerCut } from "../../../../src/core/messages/audit.ts";
import type { Grant } from "../../../../src/core/messages/reader.ts";
import { sys } from "../../../../src/workers/fence/sys.ts";
import { auditSlice } from "../../../../src/workers/reading/audit/audit-slice.ts";
import { eventId, recordOf } from "../../../core/lineage/audit/records.ts";
import { sha256 } from "./claims.ts";
import { cutOf, cutVault, ledgerChanged, lines } from "./vault.ts";

const first = (grant: Grant, { version, slices: [slice] }: LedgerCut, page: string | null = null) => {
  if (slice === undefined) throw new Error("no slice");
  return auditSlice({ grant, ledger: version, slice, page, known: [] });
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

t.test("[verify.pages] a young page that was being rewritten is read again", async (t) => {
  const vault = await cutVault(t);
  const text = "# Page\n";
  fs.writeFileSync(vault.in("a.md"), text);
  const record = recordOf(1, "a.md");
  const content = { ...record.page.content, bytes: text.length, digest: sha256(text) };
  fs.writeFileSync(vault.ledger, recordLine({ ...record, page: { ...record.page, content } }));
  const cut = await cutOf(vault.grant);
  const page = fs.statSync(vault.in("a.md")).ino;
  const { read } = sys;
  t.teardown(() => Object.assign(sys, { read }));
  sys.read = (fd, into, position) => {
    const bytes = read(fd, into, position);
    if (fs.fstatSync(fd).ino !== page) return bytes;
    Object.assign(sys, { read });
    into.fill(0x2e, 0, 2);
    return bytes;
  };
  t.match(await first(vault.grant, cut), { ok: true, findings: { length: 0 }, checked: { pages: 1 } });
});

t.test("[verify.ledger] ids of another vault are found slice by slice, of pages written again too", async (t) => {
  const vault = await cutVault(t);
  const config = { schema: "wyrd.scribe/v1", vault_id: eventId(9), write_frontmatter: true };
  fs.writeFileSync(vault.in(".wyrd/scribe.json"), JSON.stringify(config));
  fs.appendFileSync(vault.ledger, recordLine(recordOf(3, "a.md")));
  const cut = await cutOf(vault.grant);
  t.strictSame(cut.findings, [], "the cut holds none");
  const foreign = (line: number) => ({ code: "ledger.foreign_vault_id", line, facts: { at: "/vault/id" } });
  t.match(await first(vault.grant, cut), { ok: true, findings: [1, 2, 3].map(foreign) });
  const ofPage = await first(vault.grant, cut, "b.md");
  t.match(ofPage, { ok: true, findings: { length: 1, 0: foreign(2) } });
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
