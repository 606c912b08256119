import fs from "node:fs";
import t from "tap";
import { lineageProjection, recordLine } from "../../../../src/core/lineage/record.ts";
import type { LedgerCut } from "../../../../src/core/messages/audit.ts";
import type { Grant } from "../../../../src/core/messages/reader.ts";
import { sys } from "../../../../src/workers/fence/sys.ts";
import { auditStamps } from "../../../../src/workers/reading/audit/audit-stamps.ts";
import { recordOf } from "../../../core/lineage/audit/records.ts";
import { errno } from "../../fence/staging.ts";
import { cutOf, cutVault, ledgerChanged, lines } from "./vault.ts";

const stamps = (grant: Grant, { version }: LedgerCut) => auditStamps({ grant, ledger: version });
const pageWith = (lineage: object): string => `---\nwyrd_lineage: ${JSON.stringify(lineage)}\n---\n`;
const projection = (event: number): object => lineageProjection(recordOf(event, "x.md"));

t.test("[verify.frontmatter] a page that no record names is joined to its record by the event", async (t) => {
  const { grant, cut, in: inGrant } = await cutVault(t);
  for (const folder of ["Mage", "Arc"]) fs.mkdirSync(inGrant(folder));
  const files = {
    "copy.md": pageWith(projection(1)),
    "Mage/forged.markdown": pageWith({ ...projection(1), sources: [1] }),
    "Mage/anew.md": "---\nwyrd_lineage:\n  event_id: 1\n---\n",
    "Mage/plain.md": "---\ntitle: x\n---\n",
    "Mage/text.txt": pageWith({ ...projection(1), sources: [1] }),
    "Arc/forged.md": pageWith({ ...projection(1), sources: [1] }),
    "a.md": pageWith({ ...projection(1), sources: [1] }),
  };
  for (const [path, text] of Object.entries(files)) fs.writeFileSync(inGrant(path), text);
  t.match(await stamps(grant, cut), {
    ok: true,
    findings: [
      { code: "frontmatter.not_json", line: null, path: "Mage/anew.md" },
      { code: "frontmatter.disagrees", line: null, path: "Mage/forged.markdown" },
    ],
  });
});

t.test("[verify.frontmatter] a page written since the ledger was cut has its record behind the cut", async (t) => {
  const { grant, cut, ledger, in: inGrant } = await cutVault(t);
  fs.writeFileSync(inGrant("late.md"), pageWith(projection(3)));
  fs.writeFileSync(inGrant("later.md"), pageWith(projection(4)));
  fs.writeFileSync(inGrant("never.md"), pageWith(projection(5)));
  fs.appendFileSync(ledger, recordLine(recordOf(3, "late.md")));
  setTimeout(() => fs.appendFileSync(ledger, recordLine(recordOf(4, "later.md"))), 200);
  t.match(await stamps(grant, cut), { findings: [{ code: "frontmatter.no_record", path: "never.md" }] });
});

t.test("[verify.frontmatter] a line that was torn when the ledger was cut is seen once it is whole", async (t) => {
  const { grant, ledger, in: inGrant } = await cutVault(t);
  const line = recordLine(recordOf(3, "late.md"));
  fs.appendFileSync(ledger, line.slice(0, 100));
  const cut = await cutOf(grant);
  fs.appendFileSync(ledger, line.slice(100));
  fs.writeFileSync(inGrant("late.md"), pageWith(projection(3)));
  t.match(await stamps(grant, cut), { ok: true, findings: { length: 0 } });
});

t.test("[verify.frontmatter] what cannot be looked at is told, or the audit fails", async (t) => {
  const { grant, cut, in: inGrant } = await cutVault(t);
  for (const folder of ["open", "shut"]) fs.mkdirSync(inGrant(folder));
  fs.writeFileSync(inGrant("open/page.md"), pageWith(projection(1)));
  const { opendir, read } = sys;
  t.teardown(() => Object.assign(sys, { opendir, read }));
  const shut = (code: string): void => {
    let lists = 0;
    sys.opendir = (path) => {
      if (++lists > 1 && !fs.readdirSync(path).includes("page.md")) throw errno(code);
      return opendir(path);
    };
  };
  shut("EACCES");
  const denied = { code: "page.unreadable", line: null, path: "shut", facts: { reason: "DENIED" } };
  t.match(await stamps(grant, cut), { ok: true, findings: [denied] });
  shut("EMFILE");
  t.match(await stamps(grant, cut), {
    ok: false,
    refusal: { code: "IO_ERROR", facts: { path: "shut", errno: "EMFILE" } },
  });
  Object.assign(sys, { opendir });
  const page = fs.statSync(inGrant("open/page.md")).ino;
  sys.read = (fd, into, position) => {
    if (fs.fstatSync(fd).ino === page) throw errno("EIO");
    return read(fd, into, position);
  };
  const unreadable = { code: "page.unreadable", path: "open/page.md", facts: { reason: "IO_ERROR" } };
  t.match(await stamps(grant, cut), { ok: true, findings: [unreadable] });
});

t.test(
  "[verify.frontmatter] a thread without the index of a ledger makes it, if it still is that ledger",
  async (t) => {
    const [one, two] = [await cutVault(t), await cutVault(t)];
    fs.appendFileSync(two.ledger, "\n");
    const later = await cutOf(two.grant);
    fs.writeFileSync(one.in("copy.md"), pageWith(projection(1)));
    t.match(await stamps(one.grant, one.cut), { ok: true, findings: [] });
    fs.writeFileSync(one.ledger, lines.join("").replace("a.md", "c.md"));
    await stamps(two.grant, later);
    t.match(await stamps(one.grant, one.cut), ledgerChanged);
  },
);
