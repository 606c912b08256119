import type { Server } from "../server.ts";
import type { World } from "../world.ts";

/**
 * Ends a server that had a fault of the system to bear: it answered every call and lost no thread, but for readers
 * where they may be lost; or it refused to start in due form.
 */
export async function served({ calls }: World, server: Server, mayLoseReaders = false): Promise<void> {
  const { code } = await server.end();
  const refused = code === 2 && server.messages.length === 0;
  if (refused && /^wyrd-scribe: refusing to start [^\n]*\n$/.test(server.stderr())) return;
  const bad = mayLoseReaders ? ["WRITER_LOST"] : ["WRITER_LOST", "READER_LOST"];
  const failed = calls.filter(({ answer }) => answer === null || bad.includes(answer.reason ?? "written"));
  if (code === 0 && failed.length === 0) return;
  const told = failed.map(({ path, answer }) => `${path}: ${answer?.reason ?? "no answer"}`);
  throw new Error(`exit ${code}\n${told.join("\n")}\n${server.stderr()}`);
}
