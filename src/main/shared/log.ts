import { product } from "../../core/product.ts";

/** One event on stderr. Never page text, source text or arguments. */
export function log(event: string): void {
  process.stderr.write(`${product.name}: ${event}\n`);
}

/** A failure and where it happened, but not the error's message: it might quote what was being worked on. */
export function logFailure(what: string, error: unknown): void {
  log(failureText(what, error));
}

/** What failed and, line by line, where. */
export function failureText(what: string, error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  return [what, ...stack.split("\n").filter((line) => line.startsWith("    at "))].join("\n");
}
