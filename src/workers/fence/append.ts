import { ledgerPath } from "../../core/grant-path.ts";
import type { Retained } from "../../core/messages/writer.ts";
import type { Refusal } from "../../core/refusal.ts";
import { errnoOf, refusalFor } from "./errno.ts";
import type { Hold } from "./hold.ts";
import { checkCurrent, type Ledger, openOrCreateLedger } from "./ledger.ts";
import { done } from "./outcome.ts";
import { release } from "./release.ts";
import { syncFolder } from "./sync.ts";
import { sys } from "./sys.ts";

/** What became of one line: whole and on stable storage, or why not and what of it is known to be there. */
export type LineFate =
  | { readonly ok: true }
  | { readonly ok: false; readonly refusal: Refusal; readonly retained: Retained };

/** How far the one write got. `bytes` counts from its beginning; `refusal` is null when all of them are safe. */
interface Reach {
  readonly bytes: number;
  readonly certain: boolean;
  readonly refusal: Refusal | null;
}

const lineFeed = 0x0a;

/** With these errnos write(2) has written nothing. */
const nothingWritten: readonly string[] = ["EDQUOT", "EFBIG", "ENOSPC"];

/**
 * Appends lines, each with its LF, to the ledger in one write call, and syncs it. When the ledger does not end in LF the
 * write begins with one, so that every line stands alone. Never truncates and never tries again. Gives one fate a line.
 */
export function appendLines(wyrd: Hold, lines: readonly Uint8Array[]): readonly LineFate[] {
  const opened = openOrCreateLedger(wyrd);
  if (!opened.ok) return lines.map(() => ({ ...opened, retained: null }));
  const { ledger } = opened;
  try {
    const lead = leadOf(ledger);
    const reach = write(wyrd, ledger, Buffer.concat([lead, ...lines]));
    return fatesOf(lines, lead.length, reach);
  } catch (error) {
    const refusal = refusalFor(errnoOf(error), ledgerPath);
    return lines.map(() => ({ ok: false, refusal, retained: null }));
  } finally {
    release(ledger.fd);
  }
}

/** What has to stand before the first line. Throws an errno. */
function leadOf(ledger: Ledger): Uint8Array {
  const last = new Uint8Array(1);
  const torn = ledger.size > 0 && sys.read(ledger.fd, last, ledger.size - 1) === 1 && last[0] !== lineFeed;
  return torn ? Uint8Array.of(lineFeed) : new Uint8Array(0);
}

function write(wyrd: Hold, ledger: Ledger, block: Uint8Array): Reach {
  let bytes: number;
  try {
    bytes = sys.write(ledger.fd, block);
  } catch (error) {
    const errno = errnoOf(error);
    const certain = nothingWritten.includes(errno);
    return { bytes: certain ? 0 : block.length, certain, refusal: refusalFor(errno, ledgerPath) };
  }
  const unsafe = settle(wyrd, ledger, block.subarray(0, bytes));
  if (unsafe !== null) return { bytes, certain: false, refusal: unsafe };
  const short = bytes < block.length ? refusalFor("SHORT_WRITE", ledgerPath) : null;
  return { bytes, certain: true, refusal: short };
}

/** Syncs what was appended, and makes sure of it. */
function settle(wyrd: Hold, ledger: Ledger, appended: Uint8Array): Refusal | null {
  try {
    sys.fdatasync(ledger.fd);
    const named = ledger.created ? syncFolder(wyrd, ledgerPath) : done;
    const settled = named.ok ? checkCurrent(wyrd, ledger) : named;
    if (!settled.ok) return settled.refusal;
    return standsAlone(ledger, appended) ? null : refusalFor("SPLICED", ledgerPath);
  } catch (error) {
    return refusalFor(errnoOf(error), ledgerPath);
  }
}

/**
 * Whether what was appended begins a line. Another server may have been killed in the middle of its own write between
 * our look at the ledger's end and our write. Throws an errno.
 */
function standsAlone({ fd, size }: Ledger, appended: Uint8Array): boolean {
  const added = Number(sys.fstat(fd).size) - size;
  if (added < appended.length) return false;
  if (appended[0] === lineFeed || added === appended.length) return true;
  const since = Buffer.alloc(added);
  const start = since.subarray(0, sys.read(fd, since, size)).indexOf(appended);
  return start === 0 || since[start - 1] === lineFeed;
}

function fatesOf(lines: readonly Uint8Array[], lead: number, reach: Reach): LineFate[] {
  let start = lead;
  return lines.map((line) => {
    const bytes = Math.min(Math.max(reach.bytes - start, 0), line.length);
    start += line.length;
    if (reach.refusal === null || (reach.certain && bytes === line.length)) return { ok: true };
    const known = reach.certain ? bytes : "indeterminate";
    return { ok: false, refusal: reach.refusal, retained: bytes === 0 ? null : { path: ledgerPath, bytes: known } };
  });
}
