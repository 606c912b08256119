import { product } from "../../core/product.ts";

/** One event on stderr. Never page text, source text or arguments. */
export function log(event: string): void {
  process.stderr.write(`${product.name}: ${event}\n`);
}

/** A failure and where it happened, but not the error's message: it might quote what was being worked on. */
export function logFailure(what: string, error: unknown): void {
  const frames =
    error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at ")) : [];
  log([what, ...frames].join("\n"));
}
