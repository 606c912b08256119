import type { CallToolResult, Tool as ToolDefinition } from "@modelcontextprotocol/sdk/types.js";

export type ToolResult = CallToolResult;

/** Sends one progress notification: how much is done, of how much that is known of so far. */
export type SendProgress = (done: number, total: number) => void;

interface CallContext {
  /** Aborted when the client cancels the call or the server is told to stop. */
  readonly signal: AbortSignal;
  /** Null when the client asked for no progress. */
  readonly progress: SendProgress | null;
}

export interface Tool {
  readonly definition: ToolDefinition;
  /** Carries out a call. Null when it was aborted: then no reply is sent. */
  call(args: unknown, context: CallContext): Promise<ToolResult | null>;
}

/** JSON-RPC's codes of what can be wrong with a request; `serverError` is what MCP's transports use for their own. */
export const rpcCodes = {
  parseError: -32700,
  invalidParams: -32602,
  methodNotFound: -32601,
  internalError: -32603,
  serverError: -32000,
} as const;

/** A call that can be carried out. */
export interface Call {
  readonly tool: Tool;
  readonly args: unknown;
  /** Names the call in progress notifications, if the client wants any. */
  readonly token: string | number | undefined;
}

/** Reads the params of `tools/call`. Throws the JSON-RPC error of a malformed call. */
export function readCall(tools: ReadonlyMap<string, Tool>, params: unknown): Call {
  const { invalidParams } = rpcCodes;
  if (!isObject(params)) throw fault(invalidParams, "params must be an object");
  const { name, arguments: args = {}, _meta } = params;
  const tool = typeof name === "string" ? tools.get(name) : undefined;
  if (tool === undefined) throw fault(invalidParams, `Unknown tool; this server has ${[...tools.keys()].join(", ")}`);
  if (!isObject(args)) throw fault(invalidParams, "arguments must be an object");
  const token = isObject(_meta) ? _meta.progressToken : undefined;
  return { tool, args, token: typeof token === "string" || typeof token === "number" ? token : undefined };
}

/** An error that the SDK answers with this JSON-RPC code. */
export function fault(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
