import { appendLines } from "../../../src/workers/fence/append.ts";
import { readConfigBytes } from "../../../src/workers/fence/config-file.ts";
import { checkLedger } from "../../../src/workers/fence/ledger.ts";
import { openSource } from "../../../src/workers/fence/open.ts";
import { locateGrant } from "../../../src/workers/fence/root.ts";
import { openScribeDir } from "../../../src/workers/fence/scribe-dir.ts";
import { openTarget } from "../../../src/workers/fence/target.ts";
import { fenceOn, inWyrd, walks } from "./staging.ts";

// Run as a user who has no rights: tries everything in the folder and prints the refusals.

const [base = ""] = process.argv.slice(2);
const refusals: Record<string, unknown> = {};

function note(what: string, outcome: { readonly ok: boolean; readonly refusal?: unknown } | undefined): void {
  refusals[what] = outcome?.ok === false ? outcome.refusal : "no refusal";
}

note("grant", locateGrant(`${base}/closed`));
for (const walk of walks) {
  const fence = fenceOn(`${base}/open`, walk);
  note(`${walk}: unreadable file`, openSource(fence, "unreadable.md"));
  note(`${walk}: closed folder`, openSource(fence, "closed/x.md"));
  inWyrd(fence, (wyrd) => {
    note(`${walk}: page in a folder that cannot be written`, openTarget(fence, wyrd, "unwritable/page.md"));
    note(`${walk}: page in a closed folder`, openTarget(fence, wyrd, "closed/page.md"));
    note(`${walk}: ledger`, checkLedger(wyrd));
    note(`${walk}: append`, appendLines(wyrd, [Buffer.from("{}\n")])[0]);
    note(`${walk}: config`, readConfigBytes(wyrd));
  });
  note(`${walk}: .wyrd`, openScribeDir(fenceOn(`${base}/without-rights`, walk)));
}
process.stdout.write(JSON.stringify(refusals));
