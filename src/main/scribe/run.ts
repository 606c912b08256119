import { compile } from "../../core/contract.ts";
import { product } from "../../core/product.ts";
import { openReaders, openWriter } from "../shared/ports.ts";
import { claimStdout } from "../shared/stdout.ts";
import { knownFiles } from "./known-files.ts";
import { grantRefusal, type StartRefusal } from "./options.ts";
import { writerLanes } from "./writer-lanes.ts";

/**
 * Serves the grant over stdio until the client goes away. The writer thread looks at the grant while the main thread
 * still loads the protocol.
 * @returns why it did not start, or null after a session
 */
export async function runScribe(given: string): Promise<StartRefusal | null> {
  // What a thread prints goes where stdout leads when it starts.
  const output = claimStdout();
  const writer = openWriter();
  const [opened, { serve }, { StdioTransport }, { instructions, writePageTool }] = await Promise.all([
    writer.run("open_grant", { given }),
    import("../shared/serve.ts"),
    import("../shared/stdio.ts"),
    import("./tool.ts"),
  ]);
  if (opened.kind !== "answer") return grantRefusal({ code: "GRANT_ERROR" }, given);
  if (!opened.answer.ok) return grantRefusal(opened.answer.refusal, given);

  const { grant } = opened.answer;
  const readers = openReaders();
  const tool = writePageTool({
    grant,
    windows: process.platform === "win32",
    readers,
    known: knownFiles(),
    ...writerLanes(grant, writer),
  });
  // A client may close stderr; that is no reason to end.
  process.stderr.on("error", () => {});
  const session = await serve({
    name: product.name,
    version: product.version,
    instructions,
    tools: [tool],
    transport: new StdioTransport({ input: process.stdin, output }),
    onInitialized() {
      readers.warm();
      writer.warm(grant);
      compile("write-page.input");
    },
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, session.stop);
  await session.done;
  return null;
}
