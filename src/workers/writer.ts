import "./quiet-stdout.ts";
import type { WriterKind, WriterRequest, WriterTasks } from "../core/messages/writer.ts";
import { openGrant } from "./writing/open-grant.ts";

type Answer<Kind extends WriterKind> = WriterTasks[Kind]["answer"];
type Handler<Kind extends WriterKind> = (task: WriterTasks[Kind]["task"]) => Answer<Kind> | Promise<Answer<Kind>>;

/** The code for pages, and the schema compiler with it, is loaded when the server has started: see `warm` in ports.ts. */
const handlers: { readonly [Kind in WriterKind]: Handler<Kind> } = {
  open_grant: openGrant,
  prepare_writes: async (task) => (await import("./writing/prepare.ts")).prepareWrites(task),
  commit_pages: async (task) => (await import("./writing/commit.ts")).commitPages(task),
};

/** The writer thread: carries out one task after the other. */
export default function write<Kind extends WriterKind>(request: WriterRequest & { readonly kind: Kind }) {
  const handler = handlers[request.kind] as Handler<Kind>;
  return handler(request.task);
}
