import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { limits } from "../../../core/limits.ts";
import { countValues } from "../../shared/count-values.ts";
import { rpcCodes } from "../../shared/tools.ts";
import { rpcError } from "./rpc-error.ts";

/** Reads a body of JSON into `request.body`. A body of more than `limit` bytes is answered as soon as that is known. */
export function jsonBody(limit: number): RequestHandler {
  return async (request, response, next) => {
    const { parseError, serverError } = rpcCodes;
    if ((request.headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
      rpcError(response, 415, serverError, "The body's content encoding is not taken; send it as it is");
      return;
    }
    const body = await readBody(request, limit);
    if (body === "gone") return;
    if (body === "too_large") {
      rpcError(response, 413, serverError, `body too large: limit is ${limit / 1024 / 1024} MiB`);
      return;
    }
    if (countValues(body, limits.requestValues) > limits.requestValues) {
      rpcError(response, 413, serverError, `body too large: limit is ${limits.requestValues} values`);
      return;
    }
    const parsed = parse(body);
    if (parsed === null) {
      rpcError(response, 400, parseError, "Parse error: the body is not JSON in UTF-8");
      return;
    }
    request.body = parsed.value;
    next();
  };
}

async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | "too_large" | "gone"> {
  if (Number(request.headers["content-length"]) > limit) return "too_large";
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > limit) return "too_large";
      chunks.push(chunk);
    }
  } catch {
    return "gone";
  }
  return Buffer.concat(chunks);
}

function parse(body: Buffer): { readonly value: unknown } | null {
  if (!isUtf8(body)) return null;
  try {
    return { value: JSON.parse(body.toString()) };
  } catch {
    return null;
  }
}
