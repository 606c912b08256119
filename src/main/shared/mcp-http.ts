import type { IncomingMessage, ServerResponse } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { ReadResourceResult, ResourceTemplate } from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv-provider.js";
import { answerAnyway } from "./answer-anyway.ts";
import { fault, readCall, rpcCodes, type Tool, type ToolResult } from "./tools.ts";

export interface HttpService {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly Tool[];
  readonly resources: Resources;
  /** Hears of calls that threw. */
  onFailure(what: string, error: unknown): void;
}

/** Resources that are found by templates only. */
export interface Resources {
  readonly templates: readonly ResourceTemplate[];
  /** Reads a resource; a fault is a JSON-RPC error. */
  read(uri: string, signal: AbortSignal): Promise<ResourceAnswer>;
}

type ResourceAnswer =
  | { readonly ok: true; readonly contents: ReadResourceResult["contents"] }
  | { readonly ok: false; readonly code: number; readonly message: string };

/** Answers a POST whose body was read and parsed. */
export type AnswerPost = (request: IncomingMessage, response: ServerResponse, body: unknown) => Promise<void>;

/**
 * Serves tools and resources without sessions: every POST has a server of its own and is answered in JSON. When the
 * client closes the connection, the signal of its calls is aborted.
 */
export function mcpOverHttp(service: HttpService): AnswerPost {
  const answer = answerer(service);
  const { name, version, instructions } = service;
  // Each server would make a validator of its own, which takes longer than most answers.
  const jsonSchemaValidator = new AjvJsonSchemaValidator();
  const options = { capabilities: { tools: {}, resources: {} }, instructions, jsonSchemaValidator };
  return async (request, response, body) => {
    const server = new Server({ name, version }, options);
    // The fallback sees requests as they came; a registered handler would get a copy made by the SDK's own schemas.
    server.fallbackRequestHandler = ({ method, params }, { signal }) => answer(method, params, signal);
    // A cancellation comes in a POST of its own, where nothing runs; in a batch it would leave the POST without an answer.
    server.removeNotificationHandler("notifications/cancelled");
    response.on("close", () => void server.close());
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    answerAnyway(transport as Transport, response, service.onFailure);
    await server.connect(transport as Transport);
    await transport.handleRequest(request, response, body);
  };
}

type Answer = (method: string, params: unknown, signal: AbortSignal) => Promise<Record<string, unknown>>;

function answerer({ tools: table, resources, onFailure }: HttpService): Answer {
  const tools = new Map(table.map((tool) => [tool.definition.name, tool]));

  /** Errors of our own are answered without their message, which might hold what the client sent. */
  async function guarded<T>(what: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      onFailure(what, error);
      throw fault(rpcCodes.internalError, "Internal error");
    }
  }

  async function call(params: unknown, signal: AbortSignal): Promise<ToolResult> {
    const { tool, args } = readCall(tools, params);
    const result = await guarded("a call failed", () => tool.call(args, { signal, progress: null }));
    // An aborted call's client is gone, so nobody sees this.
    return result ?? { content: [] };
  }

  async function read(params: unknown, signal: AbortSignal): Promise<ReadResourceResult> {
    const { uri } = (params ?? {}) as { readonly uri?: unknown };
    if (typeof uri !== "string") throw fault(rpcCodes.invalidParams, "uri must be a string");
    const found = await guarded("a resource could not be read", () => resources.read(uri, signal));
    if (!found.ok) throw fault(found.code, found.message);
    return { contents: found.contents };
  }

  return async (method, params, signal) => {
    if (method === "tools/call") return call(params, signal);
    if (method === "tools/list") return { tools: table.map(({ definition }) => definition) };
    if (method === "resources/list") return { resources: [] };
    if (method === "resources/templates/list") return { resourceTemplates: resources.templates };
    if (method === "resources/read") return read(params, signal);
    throw fault(rpcCodes.methodNotFound, "Method not found");
  };
}
