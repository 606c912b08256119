import fs from "node:fs";
import t from "tap";
import { recordLine } from "../../../../src/core/lineage/record.ts";
import { sys } from "../../../../src/workers/fence/sys.ts";
import { cutLedger } from "../../../../src/workers/reading/audit/cut-ledger.ts";
import { recordOf } from "../../../core/lineage/audit/records.ts";
import { cutOf, cutVault } from "./vault.ts";

t.test("[verify.ledger] a line that another program is just writing is not taken for a torn one", async (t) => {
  const { grant, ledger } = await cutVault(t);
  const line = recordLine(recordOf(3, "c.md"));
  fs.appendFileSync(ledger, line.slice(0, 100));
  const { read } = sys;
  t.teardown(() => Object.assign(sys, { read }));
  sys.read = (...args) => {
    Object.assign(sys, { read });
    fs.appendFileSync(ledger, line.slice(100));
    return read(...args);
  };
  t.match(await cutOf(grant), { records: 3, findings: [] });
});

t.test("[verify.nothing] a config is missed only where there are records", async (t) => {
  const { grant, ledger, in: inGrant } = await cutVault(t);
  fs.rmSync(inGrant(".wyrd/scribe.json"));
  t.match(await cutOf(grant), { findings: [{ code: "config.missing", path: ".wyrd/scribe.json" }] });
  fs.writeFileSync(ledger, "\n");
  t.match(await cutOf(grant), { findings: [] });
  fs.rmSync(ledger);
  t.strictSame(await cutLedger({ grant, page: null, expect: null, job: null }, () => {}), { ok: true, cut: null });
});
