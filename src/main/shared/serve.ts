import { setTimeout } from "node:timers/promises";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestId } from "@modelcontextprotocol/sdk/types.js";
import { limits } from "../../core/limits.ts";
import { log, logFailure } from "./log.ts";
import type { StdioTransport } from "./stdio.ts";
import { fault, readCall, rpcCodes, type Tool, type ToolResult } from "./tools.ts";

export interface ServeOptions {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly Tool[];
  readonly transport: StdioTransport;
  /** Called when the client has had its answer to `initialize`: the time to warm up. */
  readonly onInitialized: () => void;
}

export interface Session {
  /** Drops what can be dropped and lets the rest finish. */
  stop(): void;
  /** Fulfilled when no call is left, after the end of input or a stop, and every reply is out. */
  readonly done: Promise<void>;
}

/** Serves a table of tools over a transport until the input ends or the session is stopped. */
export async function serve(options: ServeOptions): Promise<Session> {
  const { transport } = options;
  const tools = new Map(options.tools.map((tool) => [tool.definition.name, tool]));
  const calls = new Set<RunningCall>();
  let stopped = false;

  async function call(id: RequestId, params: unknown): Promise<ToolResult> {
    const { tool, args, token } = readCall(tools, params);
    const controller = new AbortController();
    if (stopped) controller.abort();
    const progress = token === undefined ? null : progressSender(transport, token);
    const entry: RunningCall = { id, controller, cancelled: false };
    calls.add(entry);
    try {
      const result = await tool.call(args, { signal: controller.signal, progress });
      // The transport sends no answer to a request that it was told to forget.
      if (result === null || entry.cancelled) transport.release(id);
      return result ?? { content: [] };
    } catch (error) {
      // Its message might hold what the client sent, or a path of the host.
      logFailure("a call failed", error);
      throw fault(rpcCodes.internalError, "Internal error");
    } finally {
      calls.delete(entry);
    }
  }

  const server = new Server(
    { name: options.name, version: options.version },
    { capabilities: { tools: {} }, instructions: options.instructions },
  );
  // The fallback sees requests as they came; a registered handler would get a copy made by the SDK's own schemas.
  server.fallbackRequestHandler = async ({ method, params }, { requestId }) => {
    if (method === "tools/call") return call(requestId, params);
    if (method === "tools/list") return { tools: options.tools.map(({ definition }) => definition) };
    throw fault(rpcCodes.methodNotFound, "Method not found");
  };
  server.oninitialized = options.onInitialized;
  // The messages of the SDK's errors quote what the client sent.
  server.onerror = ({ name }) => log(`a message could not be handled (${name})`);

  transport.oncancel = (id) => {
    for (const running of calls) {
      if (running.id !== id) continue;
      running.cancelled = true;
      running.controller.abort();
    }
  };

  const finishing = deferred();
  const stopping = deferred();
  const stop = (): void => {
    stopped = true;
    for (const { controller } of calls) controller.abort();
    stopping.resolve();
    finishing.resolve();
  };
  transport.onend = finishing.resolve;
  transport.onbroken = stop;

  async function drain(): Promise<void> {
    await finishing.promise;
    await transport.answered();
    // A client that tells us to stop may not be reading any more.
    await Promise.race([transport.flush(), stopping.promise.then(() => setTimeout(limits.flushMs))]);
  }

  await server.connect(transport);
  return { stop, done: drain() };
}

function deferred() {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

interface RunningCall {
  readonly id: RequestId;
  readonly controller: AbortController;
  cancelled: boolean;
}

function progressSender(transport: StdioTransport, progressToken: string | number) {
  return (progress: number, total: number): void => {
    const params = { progressToken, progress, total };
    void transport.send({ jsonrpc: "2.0", method: "notifications/progress", params });
  };
}
