import "./quiet-stdout.ts";
import { parentPort } from "node:worker_threads";
import type { ProgressNote, ReaderKind, ReaderRequest, ReaderTasks } from "../core/messages/reader.ts";
import { locateGrant } from "./fence/root.ts";
import { resolveSource } from "./reading/resolve-source.ts";
import { aTurnLater } from "./turn.ts";

type Handler<Kind extends ReaderKind> = (task: ReaderTasks[Kind]["task"]) => Promise<ReaderTasks[Kind]["answer"]>;

/** Code of the audit, with the schema compiler, and of the bridge is loaded when it is asked for: the scribe never does. */
const handlers: { readonly [Kind in ReaderKind]: Handler<Kind> } = {
  resolve_source: (task) => resolveSource(task, noteTo(task.job)),
  locate_grant: async ({ given }) => locateGrant(given),
  cut_ledger: async (task) => (await import("./reading/audit/cut-ledger.ts")).cutLedger(task, noteTo(task.job)),
  audit_slice: async (task) => (await import("./reading/audit/audit-slice.ts")).auditSlice(task),
  audit_stamps: async (task) => (await import("./reading/audit/audit-stamps.ts")).auditStamps(task),
  count_months: async (task) => (await import("./reading/space/count-months.ts")).countMonths(task),
  count_tags: async (task) => (await import("./reading/space/count-tags.ts")).countTags(task),
  list_recent: async (task) => (await import("./reading/space/list-recent.ts")).listRecent(task),
  search_space: async (task) => (await import("./reading/space/search-space.ts")).searchSpace(task),
  find_backlinks: async (task) => (await import("./reading/space/find-backlinks.ts")).findBacklinks(task),
  list_tasks: async (task) => (await import("./reading/space/list-space-tasks.ts")).listSpaceTasks(task),
};

/** Posts progress notes of a job, if there is one. */
function noteTo(job: number | null) {
  return (bytes_done: number, bytes_total: number): void => {
    if (job === null) return;
    const note: ProgressNote = { job, bytes_done, bytes_total };
    parentPort?.postMessage(note);
  };
}

/** A reader thread: carries out one task. */
export default function read<Kind extends ReaderKind>(request: ReaderRequest & { readonly kind: Kind }) {
  const handler = handlers[request.kind] as Handler<Kind>;
  return aTurnLater(handler(request.task));
}
