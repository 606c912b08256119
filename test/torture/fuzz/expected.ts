import { isUtf8 } from "node:buffer";

/** What a line must be met with. An answer goes to an id; when that is null its code is known too. */
export type Expected =
  | { readonly kind: "answer"; readonly id: unknown; readonly code: number | null }
  | { readonly kind: "cancels"; readonly id: unknown }
  | { readonly kind: "silence" };

const silence: Expected = { kind: "silence" };

/** Reads a line as section 2 of the specification and JSON-RPC 2.0 would have it read. */
export function expectedOf(line: Buffer): Expected {
  if (isUtf8(line) && /^[ \t\r]*$/.test(line.toString())) return silence;
  const parsed = parse(line);
  if (parsed === null) return refusal(-32700);
  const { value } = parsed;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return refusal(-32600);
  const { jsonrpc, id, method, params, result, error } = value as Readonly<Record<string, unknown>>;
  if (jsonrpc !== "2.0") return refusal(-32600);
  if (method === undefined && (result !== undefined || error !== undefined)) return silence;
  if (typeof method !== "string") return refusal(-32600);
  if (id === undefined)
    return method === "notifications/cancelled" ? { kind: "cancels", id: requestOf(params) } : silence;
  const isId = typeof id === "string" || Number.isSafeInteger(id);
  return isId ? { kind: "answer", id, code: null } : refusal(-32600);
}

function refusal(code: number): Expected {
  return { kind: "answer", id: null, code };
}

function requestOf(params: unknown): unknown {
  return (params as { requestId?: unknown } | null | undefined)?.requestId;
}

function parse(line: Buffer): { readonly value: unknown } | null {
  try {
    return isUtf8(line) ? { value: JSON.parse(line.toString()) } : null;
  } catch {
    return null;
  }
}
