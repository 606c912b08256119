import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { unwatched } from "../wire/run.ts";

/** The command line of the built executable. */
export const program: readonly string[] = [
  process.execPath,
  fileURLToPath(new URL("../../src/main/bridge/cli.js", import.meta.url)),
];

/** What a test hands over so that what was started ends with it. */
export interface Owner {
  teardown(stop: () => unknown): void;
}

export interface Process {
  readonly child: ChildProcess;
  stderr(): string;
  /** Waits until stderr holds what is sought. Rejects when the process ends without it. */
  said(sought: RegExp): Promise<RegExpExecArray>;
  /** Waits for the process and its output to end. */
  exit(): Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

export interface Bridge extends Process {
  readonly port: number;
}

export type Variables = Readonly<Record<string, string>>;

export const staticToken = "static-token-of-these-tests";

/** The variables of a bridge in static mode. */
export const staticMode: Variables = { AUTH_MODE: "static", TOKEN: staticToken };

/** Runs a program with only these variables of the bridge's, given without their prefix; killed when its owner ends. */
export function launch(owner: Owner, variables: Variables, command: readonly string[] = program): Process {
  const [first, ...rest] = unwatched(command);
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("MCP_SILVERBULLET_"));
  const own = Object.entries(variables).map(([name, value]) => [`MCP_SILVERBULLET_${name}`, value]);
  const env = Object.fromEntries([...inherited, ...own]);
  const child = spawn(first, rest, { env, stdio: ["ignore", "inherit", "pipe"] });
  const closed = once(child, "close").then(([code, signal]) => ({ code, signal }));
  owner.teardown(async () => {
    child.kill("SIGKILL");
    await closed;
  });
  let stderr = "";
  assert(child.stderr);
  child.stderr.on("data", (data) => {
    stderr += data;
  });
  const { stderr: output } = child;
  async function said(sought: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = sought.exec(stderr);
      if (found !== null) return found;
      assert(child.exitCode === null && child.signalCode === null, `ended without ${sought}: ${stderr}`);
      await Promise.race([once(output, "data"), closed]);
    }
  }
  return { child, stderr: () => stderr, said, exit: () => closed };
}

/** Starts a bridge on a free port and waits until it listens. */
export async function startBridge(owner: Owner, variables: Variables, command?: readonly string[]): Promise<Bridge> {
  const bridge = launch(owner, { PORT: "0", ...variables }, command);
  const [, port] = await bridge.said(/ listening on http:\/\/.*?:(\d+)\/mcp /);
  return { ...bridge, port: Number(port) };
}
