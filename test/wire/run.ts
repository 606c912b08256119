import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line to its end, with nothing on stdin. The variables that configure the server are unset first. */
export async function run(command: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const [first = "", ...rest] = command;
  const { WYRD_GRANT: _, WYRD_SCRIBE_TIER: __, ...inherited } = process.env;
  const child = spawn(first, rest, { env: { ...inherited, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const [[code], stdout, stderr] = await Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}
