import type { Response } from "express";

/** Answers a request that names no JSON-RPC call which could be answered. */
export function rpcError(response: Response, status: number, code: number, message: string): void {
  response.status(status).json({ jsonrpc: "2.0", error: { code, message }, id: null });
}
