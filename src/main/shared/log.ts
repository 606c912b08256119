import { product } from "../../core/product.ts";

/** One event on stderr. Never page text, source text or arguments. */
export function log(event: string): void {
  process.stderr.write(`${product.name}: ${event}\n`);
}
