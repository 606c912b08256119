import { randomUUID } from "node:crypto";
import type { ScribeConfig } from "../../core/contract.generated.ts";
import type { CommitOutcome, PageToCommit, WriterTasks } from "../../core/messages/writer.ts";
import { pointTo, type Refusal } from "../../core/refusal.ts";
import { appendLines } from "../fence/append.ts";
import { checkLedger } from "../fence/ledger.ts";
import { type Published, publish, withdraw } from "../fence/publish.ts";
import { syncFolder } from "../fence/sync.ts";
import { openTarget, type Target } from "../fence/target.ts";
import { stageAll, type Temp } from "../fence/temp.ts";
import { type Draft, draftPage } from "./draft.ts";
import { newConfig, openVault, settleConfig, type Vault } from "./vault.ts";

/** A page on its way: what the steps so far have made of it. With an outcome it takes no further step. */
interface Entry {
  readonly page: PageToCommit;
  target?: Target;
  draft?: Draft;
  temp?: Temp;
  published?: Published;
  outcome?: CommitOutcome;
}

type Step = "target" | "draft" | "temp" | "published";
type Ready<Have extends Step> = Entry & { [Key in Have]-?: NonNullable<Entry[Key]> };

/**
 * Commits pages in order, each with its own outcome. Step by step for all: the checks of `prepareWrite` again, page and
 * record in memory, the config, temporary files on stable storage, names, folders on stable storage, and at last one
 * append to the ledger for all records.
 */
export async function commitPages({
  grant,
  pages,
}: WriterTasks["commit_pages"]["task"]): Promise<WriterTasks["commit_pages"]["answer"]> {
  const batch: Entry[] = pages.map((page) => ({ page }));
  const opened = openVault(grant);
  if (!opened.ok) refuseAll(batch, opened.refusal);
  else {
    try {
      await commit(batch, opened.vault);
    } finally {
      for (const { target } of batch) target?.parent.close();
      opened.vault.wyrd.close();
    }
  }
  return { outcomes: batch.map(({ outcome }) => outcome as CommitOutcome) };
}

async function commit(batch: readonly Entry[], { fence, wyrd, config }: Vault): Promise<void> {
  for (const entry of batch) {
    const aimed = openTarget(fence, wyrd, entry.page.path);
    if (aimed.ok) entry.target = aimed.target;
    else refuse(entry, pointTo(aimed.refusal, "/path"));
  }
  const ledger = checkLedger(wyrd);
  if (!ledger.ok) refuseAll(batch, ledger.refusal);

  const minted = draftAll(batch, wyrd, config);
  await stageDrafts(having(batch, "draft"), wyrd);
  for (const entry of having(batch, "temp", "target")) {
    const placed = publish(entry.temp, entry.target);
    if (placed.ok) entry.published = placed.published;
    else refuse(entry, pointTo(placed.refusal, "/path"));
  }
  syncFolders(having(batch, "published", "target", "draft"));
  append(having(batch, "published", "draft"), wyrd);
  if (minted) creditConfig(batch);
}

/** Drafts every page and mints the config if there is none. Returns whether it did. */
function draftAll(batch: readonly Entry[], wyrd: Vault["wyrd"], config: ScribeConfig | null): boolean {
  const planned = config ?? newConfig(randomUUID());
  draftWith(batch, planned);
  if (config !== null || having(batch, "draft").length === 0) return false;
  const settled = settleConfig(wyrd, planned);
  if (!settled.ok) {
    refuseAll(batch, settled.refusal);
    return false;
  }
  if (!settled.minted) draftWith(batch, settled.config);
  return settled.minted;
}

function draftWith(batch: readonly Entry[], config: ScribeConfig): void {
  for (const entry of having(batch, "target")) {
    const drafted = draftPage(entry.page, config);
    if (drafted.ok) entry.draft = drafted.draft;
    else refuse(entry, drafted.refusal);
  }
}

async function stageDrafts(entries: readonly Ready<"draft">[], wyrd: Vault["wyrd"]): Promise<void> {
  const staged = await stageAll(
    wyrd,
    entries.map(({ draft }) => draft.bytes),
  );
  for (const [index, entry] of entries.entries()) {
    const result = staged[index];
    if (result?.ok) entry.temp = result.temp;
    else if (result) refuse(entry, result.refusal);
  }
}

/** Syncs each folder once. A page whose folder cannot be synced is taken back. */
function syncFolders(entries: readonly Ready<"published" | "target" | "draft">[]): void {
  const folders = new Map<string, Ready<"published" | "target" | "draft">[]>();
  for (const entry of entries) {
    const { dev, ino } = entry.target.parent.stats;
    const key = `${dev}:${ino}`;
    folders.set(key, [...(folders.get(key) ?? []), entry]);
  }
  for (const inFolder of folders.values()) {
    const [first] = inFolder;
    const synced = first && syncFolder(first.target.parent, first.target.path);
    if (!synced || synced.ok) continue;
    for (const entry of inFolder) takeBack(entry, synced.refusal);
  }
}

/** Takes a page back whose folder could not be synced; when that fails too, the page stands without a record. */
function takeBack(entry: Ready<"published" | "draft">, refusal: Refusal): void {
  if (withdraw(entry.published).ok) {
    refuse(entry, refusal);
    return;
  }
  const { created, record } = entry.draft;
  const cause = { refusal, retained: null };
  entry.outcome = { kind: "page_written_ledger_failed", created, record, cause, config_created: false };
}

function append(entries: readonly Ready<"published" | "draft">[], wyrd: Vault["wyrd"]): void {
  if (entries.length === 0) return;
  const fates = appendLines(
    wyrd,
    entries.map(({ draft }) => draft.line),
  );
  for (const [index, entry] of entries.entries()) {
    const { created, record, line } = entry.draft;
    const fate = fates[index];
    const config_created = false;
    if (fate?.ok) entry.outcome = { kind: "written", created, record, appended: line.length, config_created };
    else if (fate) entry.outcome = { kind: "page_written_ledger_failed", created, record, cause: fate, config_created };
  }
}

/** The first page that stands is the one for which the config was minted. */
function creditConfig(batch: readonly Entry[]): void {
  for (const entry of batch) {
    if (entry.outcome === undefined || entry.outcome.kind === "refused") continue;
    entry.outcome = { ...entry.outcome, config_created: true };
    return;
  }
}

/** The entries that are still under way and have come through these steps. */
function having<Have extends Step>(batch: readonly Entry[], ...steps: Have[]): Ready<Have>[] {
  return batch.filter(
    (entry): entry is Ready<Have> => entry.outcome === undefined && steps.every((step) => entry[step] !== undefined),
  );
}

function refuse(entry: Entry, refusal: Refusal): void {
  entry.outcome = { kind: "refused", refusal };
}

function refuseAll(batch: readonly Entry[], refusal: Refusal): void {
  for (const entry of batch) if (entry.outcome === undefined) refuse(entry, refusal);
}
