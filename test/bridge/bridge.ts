import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Test } from "tap";
import { etagOf } from "../stand-in/preconditions.ts";
import { type StandIn, type StandInOptions, startStandIn } from "../stand-in/silverbullet.ts";
import type { Contents } from "../stand-in/space.ts";
import { type Bridge, type Owner, startBridge, staticMode, staticToken, type Variables } from "./executable.ts";

/** Both generations of SilverBullet. */
export const profiles = ["old", "new"] as const;

// biome-ignore lint/suspicious/noExplicitAny: tests look into results
export type Structured = any;

export interface Session {
  readonly client: Client;
  /** Calls a tool. The client checks what comes back, refusals too, against the output schema that was declared. */
  call(tool: string, args?: object): Promise<CallToolResult & { structuredContent: Structured }>;
  /** Calls a tool that must do its work, and gives the structured content. */
  done(tool: string, args?: object): Promise<Structured>;
}

export interface Space extends Session {
  readonly profile: StandInOptions["profile"];
  readonly standIn: StandIn;
  readonly bridge: Bridge;
  /** What was asked of the server since the last look, a line each such as `GET a.md`; `GET? a.md` is for metadata. */
  asked(): string[];
  /** Lays the space out anew, without scripts, as if nothing had been asked yet. */
  fresh(files?: Contents): void;
}

/** A space of each generation, with the same files. All are started before the first test, which would else end the run. */
export function startSpaces(
  t: Test,
  options: Omit<StandInOptions, "profile"> = {},
  variables: Variables = {},
): Promise<Space[]> {
  return Promise.all(profiles.map((profile) => startSpace(t, { ...options, profile }, variables)));
}

/** Starts a stand-in for SilverBullet, the executable before it, and an official client that has listed the tools. */
export async function startSpace(t: Test, options: StandInOptions, variables: Variables = {}): Promise<Space> {
  const standIn = await startStandIn(options);
  t.teardown(standIn.close);
  const bridge = await startBridge(t, { ...staticMode, SB_URL: standIn.url, ...variables });
  let seen = 0;
  const asked = (): string[] => {
    const news = standIn.requests.slice(seen);
    seen = standIn.requests.length;
    return news.map(({ method, file, headers }) => `${method}${"x-get-meta" in headers ? "?" : ""} ${file}`);
  };
  function fresh(files: Contents = {}): void {
    standIn.onRequest = undefined;
    standIn.onReply = undefined;
    for (const name of standIn.files.names()) standIn.files.delete(name);
    for (const [name, bytes] of Object.entries(files)) standIn.files.set(name, bytes);
    seen = standIn.requests.length;
  }
  const { profile } = options;
  return { profile, standIn, bridge, asked, fresh, ...(await connect(t, bridge.port)) };
}

/** The official client, connected to a bridge in static mode and closed when its owner ends. */
export async function connect(owner: Owner, port: number): Promise<Session> {
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${staticToken}` } },
  });
  const client = new Client({ name: "official", version: "1" });
  owner.teardown(() => client.close());
  await client.connect(transport as Transport);
  await client.listTools();

  async function call(tool: string, args: object = {}) {
    const result = await client.callTool({ name: tool, arguments: { ...args } });
    return result as CallToolResult & { structuredContent: Structured };
  }

  async function done(tool: string, args: object = {}): Promise<Structured> {
    const { isError, content, structuredContent } = await call(tool, args);
    const [block] = content;
    const text = block?.type === "text" ? block.text : "";
    if (isError || text !== JSON.stringify(structuredContent)) throw new Error(`${tool} was refused: ${text}`);
    return structuredContent;
  }

  return { client, call, done };
}

/** Of what was asked of the server, what may change something. */
export function writesIn(asked: readonly string[]): string[] {
  return asked.filter((line) => !line.startsWith("GET"));
}

/** Checks that a call is refused with this code, in these words, and with these facts in the structured content. */
export async function refused(
  t: Test,
  { call }: Session,
  [tool, args]: readonly [tool: string, args: object],
  code: string,
  message: string,
  facts: object = {},
): Promise<void> {
  const { isError, content, structuredContent } = await call(tool, args);
  t.equal(isError, true, `${tool} is refused`);
  t.strictSame(content, [{ type: "text", text: `Error executing tool ${tool}: ${message}` }]);
  t.match(structuredContent, { code, message, ...facts }, `${tool}: code, message and facts`);
}

/** The etag of a page's text. */
export function etag(text: string): string {
  return etagOf(Buffer.from(text));
}

/** What a write returns, as a pattern. */
export function written(name: string, text: string): object {
  return {
    name,
    etag: etag(text),
    size_bytes: Buffer.byteLength(text),
    last_modified_ms: Number,
    created_ms: Number,
  };
}
