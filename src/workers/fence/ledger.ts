import type { BigIntStats } from "node:fs";
import { ledgerPath } from "../../core/grant-path.ts";
import { errnoOf, refusalFor } from "./errno.ts";
import { flags } from "./flags.ts";
import { entryOf, type Hold, standsAt } from "./hold.ts";
import { openHeld } from "./open.ts";
import { type Done, done, type Refused, refused, stale } from "./outcome.ts";
import { release, remove } from "./release.ts";
import { sys } from "./sys.ts";

const ledgerName = "lineage.jsonl";

/** The ledger, open for appending. `size` is bytes. */
export interface Ledger {
  readonly fd: number;
  readonly size: number;
  readonly created: boolean;
}

const readOnly: readonly string[] = ["EACCES", "EPERM", "EROFS"];

/** Shortages of the system, which say nothing about the ledger. */
const shortages: readonly string[] = ["EDQUOT", "EMFILE", "ENFILE", "ENOMEM", "ENOSPC"];

/** Whether the ledger is absent or can be appended to, else `LEDGER_UNUSABLE` with the problem. */
export function checkLedger(wyrd: Hold): Done | Refused {
  const opened = openLedger(wyrd);
  if (!opened.ok) return opened;
  if (opened.ledger !== null) {
    release(opened.ledger.fd);
  }
  return done;
}

/** Opens the ledger, made with mode 0666 less umask when there is none. The caller closes `fd`. */
export function openOrCreateLedger(wyrd: Hold): { readonly ok: true; readonly ledger: Ledger } | Refused {
  const standing = openLedger(wyrd);
  if (!standing.ok) return standing;
  if (standing.ledger !== null) return { ok: true, ledger: standing.ledger };
  try {
    return createLedger(wyrd);
  } catch (error) {
    const errno = errnoOf(error);
    const winner = errno === "EEXIST" ? openLedger(wyrd) : unusable(errno);
    if (!winner.ok) return winner;
    return winner.ledger === null ? unusable("ENOENT") : { ok: true, ledger: winner.ledger };
  }
}

/** Whether the ledger is still the file under its name, else `LEDGER_UNUSABLE`: what was appended went elsewhere. Throws an errno. */
export function checkCurrent(wyrd: Hold, ledger: Ledger): Done | Refused {
  return standsAt(entryOf(wyrd, ledgerName), sys.fstat(ledger.fd)) ? done : unusable("ESTALE");
}

function openLedger(wyrd: Hold): { readonly ok: true; readonly ledger: Ledger | null } | Refused {
  let found: Hold;
  try {
    found = wyrd.look(ledgerName);
  } catch (error) {
    const errno = errnoOf(error);
    return errno === "ENOENT" ? { ok: true, ledger: null } : unusable(errno);
  }
  try {
    return openFound(found);
  } catch (error) {
    return unusable(errnoOf(error));
  } finally {
    found.close();
  }
}

function openFound(found: Hold): { readonly ok: true; readonly ledger: Ledger } | Refused {
  if (!found.stats.isFile()) return refused("LEDGER_UNUSABLE", { problem: kindOf(found.stats), errno: null });
  const opened = openHeld(found, flags.append);
  if (opened === null) return unusable("ESTALE");
  const { fd, stats } = opened;
  if (stats.nlink === 1n && isWritable(stats))
    return { ok: true, ledger: { fd, size: Number(stats.size), created: false } };
  release(fd);
  return refused("LEDGER_UNUSABLE", { problem: isWritable(stats) ? "hard_link" : "read_only", errno: null });
}

function createLedger(wyrd: Hold): { readonly ok: true; readonly ledger: Ledger } | Refused {
  const at = entryOf(wyrd, ledgerName);
  const fd = sys.open(at, flags.createForAppend, 0o666);
  if (wyrd.still()) return { ok: true, ledger: { fd, size: 0, created: true } };
  release(fd);
  remove(at);
  return stale(ledgerPath);
}

/** What stands where the ledger should. */
export function kindOf(stats: BigIntStats): "link" | "directory" | "not_a_file" {
  if (stats.isSymbolicLink()) return "link";
  return stats.isDirectory() ? "directory" : "not_a_file";
}

/** By its mode, since the superuser can write a file that was made read-only on purpose. */
function isWritable(stats: BigIntStats): boolean {
  return (stats.mode & 0o222n) !== 0n;
}

function unusable(errno: string): Refused {
  if (shortages.includes(errno)) return { ok: false, refusal: refusalFor(errno, ledgerPath) };
  return refused("LEDGER_UNUSABLE", { problem: readOnly.includes(errno) ? "read_only" : "error", errno });
}
