import assert from "node:assert/strict";
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { inbox, type Message } from "./inbox.ts";
import { unwatched } from "./run.ts";

/** The command line of the built executable, without its arguments. */
export const program: readonly string[] = [
  process.execPath,
  fileURLToPath(new URL("../../src/main/scribe/cli.js", import.meta.url)),
];

export type { Message };

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface RawClient {
  readonly child: ChildProcessWithoutNullStreams;
  /** Every message of stdout so far. */
  readonly messages: readonly Message[];
  stderr(): string;
  /** Sends bytes as they are. */
  send(text: string | Uint8Array): void;
  /** Sends a request, or without an id a notification, and does not wait. */
  post(method: string, params?: unknown, id?: number | string): void;
  /** Sends a call of write_page under an id and does not wait. */
  postPage(id: number | string, args: unknown, meta?: object): void;
  /** The next message that fits, of those not yet taken. Rejects when the server ends without it. */
  next(fits: (message: Message) => boolean): Promise<Message>;
  answer(id: number | string | null): Promise<Message>;
  /** Sends a request and waits for its answer. */
  request(method: string, params?: unknown): Promise<Message>;
  /** Sends a call of write_page, and gives its structured content. */
  // biome-ignore lint/suspicious/noExplicitAny: see above
  writePage(args: unknown, meta?: object): Promise<any>;
  initialize(): Promise<Message>;
  /** Waits for the process and its output to end. */
  exit(): Promise<Exit>;
  /** Ends stdin and waits. */
  end(): Promise<Exit>;
}

/** A test, or whoever else runs the server and stops it in the end. */
export interface Owner {
  teardown(stop: () => unknown): void;
}

export interface RawOptions {
  /** In place of `--grant` and the folder. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly program?: readonly string[];
  /** A module of `preload/` that runs first in every thread of the server. */
  readonly preload?: string;
  /** A command line that runs the program given as its last arguments. */
  readonly under?: readonly string[];
}

/**
 * Launches the built executable and speaks JSON-RPC to it line by line; killed when its owner ends. Throws out of band,
 * which fails the test, when a line of stdout is not JSON-RPC or holds the path of a vault.
 */
export function rawClient(owner: Owner, grant: string, options: RawOptions = {}): RawClient {
  const child = launch(options.args ?? ["--grant", grant], options);
  const closed = once(child, "close").then(([code, signal]): Exit => ({ code, signal }));
  owner.teardown(async () => {
    child.kill("SIGKILL");
    await closed;
  });
  child.stdin.on("error", () => {});
  let stderr = "";
  child.stderr.on("data", (data) => {
    stderr += data;
  });
  const { messages, next } = inbox(child.stdout);
  let lastId = 0;

  const client: RawClient = {
    child,
    messages,
    next,
    stderr: () => stderr,
    send: (text) => void child.stdin.write(text),
    post: (method, params, id) => client.send(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`),
    postPage: (id, args, meta) => client.post("tools/call", { name: "write_page", arguments: args, _meta: meta }, id),
    answer: (id) => next((message) => message.id === id && message.method === undefined),
    request(method, params) {
      const id = `request ${++lastId}`;
      client.post(method, params, id);
      return client.answer(id);
    },
    async writePage(args, meta) {
      const id = `page ${++lastId}`;
      client.postPage(id, args, meta);
      const { result, error } = await client.answer(id);
      assert.equal(error, undefined);
      return result.structuredContent;
    },
    async initialize() {
      const clientInfo = { name: "raw", version: "1" };
      const answer = await client.request("initialize", {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo,
      });
      client.post("notifications/initialized");
      return answer;
    },
    exit: () => closed,
    end() {
      child.stdin.end();
      return closed;
    },
  };
  return client;
}

function launch(args: readonly string[], options: RawOptions): ChildProcessWithoutNullStreams {
  const { preload, under = [], env } = options;
  const nodeOptions = preload && `--import=${new URL(`preload/${preload}.js`, import.meta.url)}`;
  const command = unwatched([...(options.program ?? program), ...args], nodeOptions);
  const [first = "", ...rest] = [...under, ...command];
  return spawn(first, rest, { env: { ...process.env, ...env }, stdio: "pipe" });
}
