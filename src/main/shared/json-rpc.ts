import { isUtf8 } from "node:buffer";
import {
  ErrorCode,
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";
import { limits } from "../../core/limits.ts";
import { countValues } from "./count-values.ts";

/** An answer made by the transport itself. `id` is null when the line names no request that could be answered. */
export interface ErrorAnswer {
  readonly jsonrpc: "2.0";
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** What one line asks for. `nothing` covers blank lines, responses (no request is ever sent) and malformed notifications. */
export type Incoming =
  | { readonly kind: "request"; readonly message: JSONRPCRequest }
  | { readonly kind: "notification"; readonly message: JSONRPCNotification }
  | { readonly kind: "cancellation"; readonly id: RequestId }
  | { readonly kind: "error"; readonly answer: ErrorAnswer }
  | { readonly kind: "nothing" };

interface Members {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

const nothing: Incoming = { kind: "nothing" };

/**
 * Reads one line as a JSON-RPC 2.0 message. Members of the message that are not the protocol's are left out; `params` is
 * the object that JSON.parse made. A request that is handed on passes the SDK's own check, which drops the rest unanswered.
 */
export function readLine(line: Buffer): Incoming {
  if (!isUtf8(line)) return refuse(null, ErrorCode.ParseError, "Parse error: the line is not UTF-8");
  if (line.length > limits.frameValues && countValues(line, limits.frameValues) > limits.frameValues) {
    return invalid(`a line holds at most ${limits.frameValues} values`);
  }
  const text = line.toString();
  if (isBlank(text)) return nothing;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse(null, ErrorCode.ParseError, "Parse error: the line is not JSON");
  }
  return readValue(value);
}

/** The answer to a line of more than `frameBytes` bytes. */
export function refuseOverlong(frameBytes: number): Incoming {
  return invalid(`a line holds at most ${frameBytes} bytes; this one is skipped`);
}

function isBlank(text: string): boolean {
  return !/[^ \t\r]/.test(text);
}

function readValue(value: unknown): Incoming {
  if (Array.isArray(value)) return invalid("batches are not taken; send each message on its own line");
  if (!isObject(value)) return invalid("a message is a JSON object");
  const { jsonrpc, id, method, params } = value;
  if (jsonrpc !== "2.0") return invalid('`jsonrpc` must be "2.0"');
  if (isResponse(value)) return nothing;
  if (typeof method !== "string") return invalid("`method` must be a string");
  if (id === undefined) return readNotification({ jsonrpc, method, params });
  if (!isRequestId(id)) return invalid("`id` must be a string or a safe integer");
  return readRequest({ jsonrpc, id, method, params });
}

function isResponse({ method, result, error }: Members): boolean {
  return method === undefined && (result !== undefined || error !== undefined);
}

function readRequest(message: Members & { readonly id: RequestId }): Incoming {
  if (isJSONRPCRequest(message)) return { kind: "request", message };
  const fault = isObject(message.params) ? "`_meta` is malformed" : "`params` must be an object";
  return refuse(message.id, ErrorCode.InvalidParams, `Invalid params: ${fault}`);
}

function readNotification(message: Members): Incoming {
  if (!isJSONRPCNotification(message)) return nothing;
  if (message.method !== "notifications/cancelled") return { kind: "notification", message };
  const id = message.params?.requestId;
  return isRequestId(id) ? { kind: "cancellation", id } : nothing;
}

function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(fault: string): Incoming {
  return refuse(null, ErrorCode.InvalidRequest, `Invalid request: ${fault}`);
}

function refuse(id: RequestId | null, code: ErrorCode, message: string): Incoming {
  return { kind: "error", answer: { jsonrpc: "2.0", id, error: { code, message } } };
}
