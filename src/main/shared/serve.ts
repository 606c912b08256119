import { setTimeout } from "node:timers/promises";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { CallToolResult, RequestId, Tool as ToolDefinition } from "@modelcontextprotocol/sdk/types.js";
import { limits } from "../../core/limits.ts";
import { log, logFailure } from "./log.ts";
import type { StdioTransport } from "./stdio.ts";

export type ToolResult = CallToolResult;

interface CallContext {
  /** Aborted when the client cancels the call or the server is told to stop. */
  readonly signal: AbortSignal;
  /** Sends a progress notification; null when the client asked for none. */
  readonly progress: ((done: number, total: number) => void) | null;
}

export interface Tool {
  readonly definition: ToolDefinition;
  /** Carries out a call. Null when it was aborted: then no reply is sent. */
  call(args: unknown, context: CallContext): Promise<ToolResult | null>;
}

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

/** JSON-RPC's code for a malformed call. */
const invalidParams = -32602;
const methodNotFound = -32601;
const internalError = -32603;

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
      throw fault(internalError, "Internal error");
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
    throw fault(methodNotFound, "Method not found");
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

interface Call {
  readonly tool: Tool;
  readonly args: unknown;
  readonly token: string | number | undefined;
}

/** A call's tool and arguments; throws the JSON-RPC error of a malformed call. */
function readCall(tools: ReadonlyMap<string, Tool>, params: unknown): Call {
  if (!isObject(params)) throw fault(invalidParams, "params must be an object");
  const { name, arguments: args = {}, _meta } = params;
  const tool = typeof name === "string" ? tools.get(name) : undefined;
  if (tool === undefined) throw fault(invalidParams, `Unknown tool; this server has ${[...tools.keys()].join(", ")}`);
  if (!isObject(args)) throw fault(invalidParams, "arguments must be an object");
  const token = isObject(_meta) ? _meta.progressToken : undefined;
  return { tool, args, token: typeof token === "string" || typeof token === "number" ? token : undefined };
}

function progressSender(transport: StdioTransport, progressToken: string | number) {
  return (progress: number, total: number): void => {
    const params = { progressToken, progress, total };
    void transport.send({ jsonrpc: "2.0", method: "notifications/progress", params });
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An error that the SDK answers with this JSON-RPC code. */
function fault(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}
