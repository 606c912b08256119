import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { type Exit, type Message, program } from "../wire/raw-client.ts";
import type { Call } from "./evidence.ts";

export interface ServerOptions {
  /** A module of `preload/` that runs first in every thread of the server. */
  readonly preload?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Flags of node. */
  readonly flags?: readonly string[];
  /** A command line that runs the server given as its last arguments. */
  readonly under?: readonly string[];
  /** The user it runs as, with a group of the same number. */
  readonly uid?: number;
}

/** A server that may be killed at any moment, and everything that it said. */
export interface Server {
  readonly child: ChildProcessWithoutNullStreams;
  readonly messages: readonly Message[];
  /** What it did that no server may, in words. */
  readonly problems: readonly string[];
  stderr(): string;
  send(line: string | Uint8Array): void;
  /** Sends a call; its answer is noted in it. */
  post(call: Call): void;
  request(method: string, params?: unknown): void;
  /** Resolves when everything that was asked for is answered, or the server has ended. Rejects when it hangs. */
  quiet(): Promise<void>;
  isAlive(): boolean;
  ended(): Promise<Exit>;
  /** Ends its input. */
  end(): Promise<Exit>;
}

/** Ids of the campaign's own requests begin so. */
export const ownIds = "campaign ";

/** Nothing that a server is asked here takes so long. Milliseconds. */
const patience = 60_000;

/** Starts a server on a vault and speaks to it line by line. */
export function startServer(root: string, options: ServerOptions): Server {
  const child = launch(root, options);
  const messages: Message[] = [];
  const problems: string[] = [];
  const open = new Map<string, Call | null>();
  let lastId = 0;
  let stderr = "";
  let changed = (): void => {};
  const closed = once(child, "close").then(([code, signal]): Exit => ({ code, signal }));
  let over = false;

  const take = (line: string): void => {
    const message = read(line, root);
    if (typeof message === "string") return void problems.push(message);
    messages.push(message);
    if (message.method !== undefined || !String(message.id).startsWith(ownIds)) return;
    const id = String(message.id);
    const call = open.get(id);
    if (call === undefined) problems.push(`an answer to ${id}, which waits for none`);
    else if (call !== null && message.result?.structuredContent === undefined) problems.push(`no result: ${line}`);
    else if (call !== null) call.answer = message.result.structuredContent;
    open.delete(id);
    changed();
  };
  const ask = (call: Call | null, method: string, params?: unknown): void => {
    const id = `${ownIds}${++lastId}`;
    open.set(id, call);
    server.send(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  };

  child.stdin.on("error", () => {});
  child.stderr.on("data", (text) => {
    stderr += text;
  });
  const rest = readLines(child, take);
  void closed.then(({ signal }) => {
    if (rest() !== "" && signal === null) problems.push(`stdout ends in the middle of a line: ${rest()}`);
    over = true;
    changed();
  });

  const server: Server = {
    child,
    messages,
    problems,
    stderr: () => stderr,
    send: (line) => void child.stdin.write(line),
    post: (call) =>
      ask(call, "tools/call", {
        name: "write_page",
        arguments: { path: call.path, content: call.content, derived_from: call.derived_from },
      }),
    request: (method, params) => ask(null, method, params),
    async quiet() {
      const late = setTimeout(patience, "late" as const, { ref: false });
      while (open.size > 0 && !over) {
        const change = new Promise<void>((resolve) => {
          changed = resolve;
        });
        if ((await Promise.race([change, late])) === "late") throw new Error(`it hangs: ${[...open.keys()]}`);
      }
    },
    isAlive: () => !over,
    async ended() {
      const exit = await Promise.race([closed, setTimeout(patience, null, { ref: false })]);
      if (exit === null) throw new Error("it does not end");
      return exit;
    },
    end() {
      child.stdin.end();
      return server.ended();
    },
  };
  return server;
}

function launch(root: string, options: ServerOptions): ChildProcessWithoutNullStreams {
  const { preload, env, flags = [], under = [], uid } = options;
  const [node = "", ...rest] = program;
  const loaded = preload === undefined ? [] : ["--import", new URL(`preload/${preload}.js`, import.meta.url).href];
  const [command = "", ...args] = [...under, node, ...flags, ...loaded, ...rest, "--grant", root];
  const user = uid === undefined ? {} : { uid, gid: uid };
  return spawn(command, args, { env: { ...process.env, ...env }, stdio: "pipe", ...user });
}

/** Hands on each whole line of stdout. Returns what gives the rest that has no LF yet. */
function readLines(child: ChildProcessWithoutNullStreams, take: (line: string) => void): () => string {
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
  });
  return () => rest;
}

/** A line of stdout as a message, or what is wrong with it. */
function read(line: string, root: string): Message | string {
  if (line.includes(root)) return `the vault's host path on stdout: ${line}`;
  try {
    const message = JSON.parse(line) as Message;
    return message.jsonrpc === "2.0" ? message : `not JSON-RPC on stdout: ${line}`;
  } catch {
    return `not JSON on stdout: ${line}`;
  }
}
