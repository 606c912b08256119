import "./quiet-stdout.ts";
import type { WriterKind, WriterRequest, WriterTasks } from "../core/messages/writer.ts";
import { aTurnLater } from "./turn.ts";
import { openGrant } from "./writing/open-grant.ts";

type Answer<Kind extends WriterKind> = WriterTasks[Kind]["answer"];
type Handler<Kind extends WriterKind> = (task: WriterTasks[Kind]["task"]) => Answer<Kind> | Promise<Answer<Kind>>;

const handlers: { readonly [Kind in WriterKind]: Handler<Kind> } = {
  open_grant: openGrant,
  prepare_writes: async (task) => (await pages()).prepareWrites(task),
  commit_pages: async (task) => (await pages()).commitPages(task),
};

/**
 * The code for pages, and the schema compiler with it, which the start of the server need not wait for. Node.js
 * remembers for ever that it could not load a module, so a thread that cannot, for want of descriptors say, ends: its
 * replacement tries again.
 */
function pages() {
  return import("./writing/pages.ts").catch((): never => process.exit(1));
}

/** The writer thread: carries out one task after the other. */
export default function write<Kind extends WriterKind>(request: WriterRequest & { readonly kind: Kind }) {
  const handler = handlers[request.kind] as Handler<Kind>;
  return aTurnLater(handler(request.task));
}
