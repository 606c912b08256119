import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const executable = fileURLToPath(new URL("../../src/main/scribe/cli.js", import.meta.url));

export interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: { readonly progress: number; readonly total: number; readonly progressToken: number | string };
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server answers; tests look into it
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface RawClient {
  readonly child: ChildProcessWithoutNullStreams;
  /** Every line of stdout so far. */
  readonly lines: readonly string[];
  readonly stderr: () => string;
  /** Sends bytes as they are. */
  send(text: string | Uint8Array): void;
  /** Sends a request and waits for the answer with its id. */
  request(method: string, params?: unknown, id?: number | string): Promise<Message>;
  /** Sends a call of write_page, and gives its structured content. */
  // biome-ignore lint/suspicious/noExplicitAny: see above
  writePage(args: unknown, meta?: object): Promise<any>;
  /** The next message that fits, of those not yet taken. */
  next(fits: (message: Message) => boolean): Promise<Message>;
  notify(method: string, params?: unknown): void;
  initialize(): Promise<Message>;
  /** Waits for the process to end. */
  exit(): Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Ends stdin and waits. */
  end(): Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

export interface RawOptions {
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  readonly command?: string;
  readonly nodeArgs?: readonly string[];
}

/** Launches the built executable and speaks JSON-RPC to it line by line. */
export function rawClient(grant: string, options: RawOptions = {}): RawClient {
  const args = options.args ?? ["--grant", grant];
  const [command, ...before] = options.command
    ? [options.command]
    : [process.execPath, ...(options.nodeArgs ?? []), executable];
  const child = spawn(command as string, [...before, ...args], {
    env: { ...process.env, ...options.env },
    stdio: "pipe",
  });
  const exited = once(child, "exit").then(([code, signal]) => ({ code, signal }));
  child.stdin.on("error", () => {});
  let stderr = "";
  child.stderr.on("data", (data) => {
    stderr += data;
  });
  const lines: string[] = [];
  const untaken: Message[] = [];
  const waiting: { fits: (message: Message) => boolean; take: (message: Message) => void }[] = [];
  createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => {
    lines.push(line);
    const message = JSON.parse(line) as Message;
    const index = waiting.findIndex(({ fits }) => fits(message));
    if (index === -1) untaken.push(message);
    else waiting.splice(index, 1)[0]?.take(message);
  });
  let lastId = 0;

  const client: RawClient = {
    child,
    lines,
    stderr: () => stderr,
    send: (text) => void child.stdin.write(text),
    next(fits) {
      const index = untaken.findIndex(fits);
      const [found] = index === -1 ? [] : untaken.splice(index, 1);
      if (found !== undefined) return Promise.resolve(found);
      return new Promise((take) => waiting.push({ fits, take }));
    },
    request(method, params, id = ++lastId) {
      client.send(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
      return client.next((message) => message.id === id && message.method === undefined);
    },
    async writePage(args, meta) {
      const { result, error } = await client.request("tools/call", {
        name: "write_page",
        arguments: args,
        _meta: meta,
      });
      if (error !== undefined) throw new Error(`${error.code}: ${error.message}`);
      return result.structuredContent;
    },
    notify: (method, params) => client.send(`${JSON.stringify({ jsonrpc: "2.0", method, params })}\n`),
    async initialize() {
      const clientInfo = { name: "raw", version: "1" };
      const answer = await client.request("initialize", {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo,
      });
      client.notify("notifications/initialized");
      return answer;
    },
    exit: () => exited,
    end() {
      child.stdin.end();
      return exited;
    },
  };
  return client;
}
