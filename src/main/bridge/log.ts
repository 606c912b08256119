import { failureText } from "../shared/log.ts";
import { bridgeName } from "./name.ts";
import { scrub } from "./redact.ts";
import { type LogLevel, logLevels } from "./settings.ts";

/** Events on stderr, a line each. Never page text or arguments, and no secret whatever the event says. */
export interface Log {
  /** Whether events of this level are written. */
  takes(level: LogLevel): boolean;
  event(level: LogLevel, text: string): void;
  /** A failure and where it happened, but not the error's message: it might quote what was being worked on. */
  failure(what: string, error: unknown): void;
  /** Writes a line as it is, at every level. */
  announce(line: string): void;
}

/** Opens the log: it takes events from a level on. `secrets` are those that the bridge knows. */
export function openLog(least: LogLevel, secrets: readonly string[]): Log {
  const takes = (level: LogLevel): boolean => logLevels.indexOf(level) >= logLevels.indexOf(least);
  const announce = (line: string): void => void process.stderr.write(`${line}\n`);

  function event(level: LogLevel, text: string): void {
    if (takes(level)) announce(`${bridgeName}: ${level}: ${scrub(text, secrets)}`);
  }

  function failure(what: string, error: unknown): void {
    event("ERROR", failureText(what, error));
  }

  return { takes, event, failure, announce };
}
