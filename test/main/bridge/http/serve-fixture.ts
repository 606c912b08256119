import { serveHttp } from "../../../../src/main/bridge/http/serve.ts";
import { openLog } from "../../../../src/main/bridge/log.ts";
import { readSettings } from "../../../../src/main/bridge/read-settings.ts";
import { untilSignal } from "../../../../src/main/bridge/until-signal.ts";
import type { HttpService } from "../../../../src/main/shared/mcp-http.ts";
import type { Tool } from "../../../../src/main/shared/tools.ts";

// The bridge's door before tools that do what its tests need. What they see goes to stderr, a line an event.
const see = (event: string): void => void process.stderr.write(`seen: ${event}\n`);

function tool(name: string, call: Tool["call"]): Tool {
  return { definition: { name, inputSchema: { type: "object" } }, call };
}

const text = (said: string) => ({ content: [{ type: "text" as const, text: said }] });

/** Fulfilled by SIGUSR2, so that a test decides when `wait` goes on. */
const goOn = new Promise<void>((resolve) => process.once("SIGUSR2", () => resolve()));

const tools = [
  tool("echo", async (args) => text(JSON.stringify(args))),
  tool("throw", async () => {
    throw new Error("the message of an error");
  }),
  // As an answer that is too long, it cannot be written as JSON.
  tool("unsendable", async () => ({ content: [], structuredContent: { value: 1n } })),
  tool("wait", async (_args, { signal }) => {
    signal.addEventListener("abort", () => see("aborted"));
    see("waiting");
    await goOn;
    return text("waited");
  }),
];

const service: HttpService = {
  name: "fixture",
  version: "1",
  instructions: "",
  tools,
  resources: {
    templates: [{ name: "text", uriTemplate: "fixture://{name}" }],
    async read(uri) {
      if (uri === "fixture://broken") throw new Error("the message of an error");
      if (uri !== "fixture://text") return { ok: false, code: -32602, message: "no such text" };
      return { ok: true, contents: [{ uri, text: "a text" }] };
    },
  },
  onFailure: (what) => see(what),
};

const read = readSettings(process.env);
if (!read.ok) throw new Error(read.problem);
const log = openLog(read.settings.logLevel, []);
const started = await serveHttp(read.settings, service, log);
if (!started.ok) throw new Error(started.problem);
await untilSignal();
see("a signal");
await started.stop();
see("the end");
