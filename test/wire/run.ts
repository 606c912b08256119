import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command line as a person would run it: without the options that a test runner hands to every Node process below it. */
export function unwatched(command: readonly string[], nodeOptions = ""): [string, ...string[]] {
  return ["env", `NODE_OPTIONS=${nodeOptions}`, ...command];
}

/** Runs a command line to its end, with nothing on stdin. The variables that configure the server are unset first. */
export async function run(command: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const [first, ...rest] = unwatched(command);
  const { WYRD_GRANT: _, WYRD_SCRIBE_TIER: __, ...inherited } = process.env;
  const child = spawn(first, rest, { env: { ...inherited, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const [[code], stdout, stderr] = await Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}
