import "./quiet-stdout.ts";
import type { WriterKind, WriterRequest, WriterTasks } from "../core/messages/writer.ts";
import { compile } from "../core/validate.ts";
import { commitPages } from "./writing/commit.ts";
import { openGrant } from "./writing/open-grant.ts";
import { prepareWrites } from "./writing/prepare.ts";

type Answer<Kind extends WriterKind> = WriterTasks[Kind]["answer"];
type Handler<Kind extends WriterKind> = (task: WriterTasks[Kind]["task"]) => Answer<Kind> | Promise<Answer<Kind>>;

const handlers: { readonly [Kind in WriterKind]: Handler<Kind> } = {
  open_grant: openGrant,
  prepare_writes: prepareWrites,
  commit_pages: commitPages,
};

compile("scribe-config");

/** The writer thread: carries out one task after the other. */
export default function write<Kind extends WriterKind>(request: WriterRequest & { readonly kind: Kind }) {
  const handler = handlers[request.kind] as Handler<Kind>;
  return handler(request.task);
}
