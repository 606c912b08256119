import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { type Exit, type Message, program } from "../wire/raw-client.ts";
import { unwatched } from "../wire/run.ts";
import type { Call } from "./evidence.ts";
import { readLines, readMessage } from "./stdout.ts";

export interface ServerOptions {
  /** A module of `preload/` that runs first in every thread of the server. */
  readonly preload?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Flags of node. */
  readonly flags?: readonly string[];
  /** A command line that runs the server given as its last arguments. */
  readonly under?: readonly string[];
  /** Who it runs as. */
  readonly user?: { readonly uid?: number; readonly gid?: number };
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
  ping(): void;
  /** Resolves when everything that was asked for is answered, or the server has ended. Rejects when it hangs. */
  quiet(): Promise<void>;
  isAlive(): boolean;
  /** Resolves when it has ended. Rejects when it does not. */
  ended(): Promise<Exit>;
  /** Ends its input. */
  end(): Promise<Exit>;
}

/** Ids of the campaign's own requests begin so. */
const ownIds = "campaign ";

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
  let isOver = false;
  let wake = (): void => {};

  const rest = readLines(child.stdout, (line) => {
    const message = readMessage(line, root);
    if (typeof message === "string") {
      problems.push(message);
      return;
    }
    messages.push(message);
    if (message.method === undefined && isOwn(message)) settle(String(message.id), message);
    wake();
  });
  child.stderr.on("data", (text) => {
    stderr += text;
  });
  child.stdin.on("error", () => {});
  const closed = once(child, "close").then(([code, signal]): Exit => {
    if (rest() !== "" && signal === null) problems.push(`stdout ends in the middle of a line: ${rest()}`);
    isOver = true;
    wake();
    return { code, signal };
  });

  function settle(id: string, { result }: Message): void {
    const call = open.get(id);
    open.delete(id);
    if (call === undefined) problems.push(`a second answer to ${id}`);
    else if (call !== null && result?.structuredContent === undefined) problems.push(`no result for ${call.path}`);
    else if (call !== null) call.answer = result.structuredContent;
  }

  function ask(call: Call | null, method: string, params?: object): void {
    const id = `${ownIds}${++lastId}`;
    open.set(id, call);
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  }

  const stuck = (): string => `it hangs, exit code ${child.exitCode}, unanswered: ${[...open.keys()]}\n${stderr}`;

  return {
    child,
    messages,
    problems,
    stderr: () => stderr,
    send: (line) => void child.stdin.write(line),
    post(call) {
      const { path, content, derived_from } = call;
      ask(call, "tools/call", { name: "write_page", arguments: { path, content, derived_from } });
    },
    ping: () => ask(null, "ping"),
    async quiet() {
      while (open.size > 0 && !isOver) {
        const change = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await inTime(change, stuck);
      }
    },
    isAlive: () => !isOver,
    ended: () => inTime(closed, stuck),
    end() {
      child.stdin.end();
      return inTime(closed, stuck);
    },
  };
}

/** Whether a message answers a request of the campaign's own. */
export function isOwn({ id }: Message): boolean {
  return typeof id === "string" && id.startsWith(ownIds);
}

function launch(root: string, options: ServerOptions): ChildProcessWithoutNullStreams {
  const { preload, env, flags = [], under = [], user } = options;
  const [node = "", ...rest] = program;
  const loaded = preload === undefined ? [] : ["--import", new URL(`preload/${preload}.js`, import.meta.url).href];
  // The test runner's options would bring threads of its own.
  const [command, ...args] = unwatched([...under, node, ...flags, ...loaded, ...rest, "--grant", root]);
  return spawn(command, args, { env: { ...process.env, ...env }, stdio: "pipe", ...user });
}

/** Waits, but not for ever. */
async function inTime<T>(promise: Promise<T>, otherwise: () => string): Promise<T> {
  const over = new AbortController();
  const late = setTimeout(patience, null, { signal: over.signal }).then(() => {
    throw new Error(otherwise());
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    over.abort();
  }
}
