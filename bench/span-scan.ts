import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../src/core/limits.ts";
import { quoteSearch } from "../src/core/lineage/quote-search.ts";
import { quantile } from "./pairs.ts";
import { line, MiB } from "./vaults.ts";

interface Load {
  readonly text: Buffer;
  readonly quotes: readonly Buffer[];
}

const runs = 5;

/** Milliseconds, at the median, of hashing a text and of searching it, slice by slice in turn as a reader does. */
function measure({ text, quotes }: Load): { readonly hash: number; readonly search: number } {
  const hashes: number[] = [];
  const searches: number[] = [];
  for (let run = 0; run < runs; run++) {
    const time = { hash: 0, search: 0 };
    const timed = <Result>(what: keyof typeof time, work: () => Result): Result => {
      const begun = performance.now();
      const result = work();
      time[what] += performance.now() - begun;
      return result;
    };
    const digest = createHash("sha256");
    const search = timed("search", () => quoteSearch(quotes));
    for (let at = 0; at < text.length; at += limits.scanBytes) {
      const slice = text.subarray(at, at + limits.scanBytes);
      timed("hash", () => digest.update(slice));
      timed("search", () => search.feed(slice));
    }
    timed("search", () => search.finish());
    hashes.push(time.hash);
    searches.push(time.search);
  }
  return { hash: median(hashes), search: median(searches) };
}

function median(times: number[]): number {
  times.sort((a, b) => a - b);
  return quantile(times, 0.5);
}

function show(name: string, load: Load, half?: Load): void {
  const { hash, search } = measure(load);
  const cells = [name, `${hash.toFixed(0)} ms`, `${search.toFixed(0)} ms`, (1 + search / hash).toFixed(2)];
  cells.push((load.text.length / 1024 / MiB / (search / 1000)).toFixed(2));
  if (half !== undefined) cells.push((search / measure(half).search).toFixed(2));
  process.stdout.write(`| ${cells.join(" | ")} |\n`);
}

/** Markdown, type declarations and JSON of the packages that are installed here. */
function prose(bytes: number): Buffer {
  const names = readdirSync("node_modules", { recursive: true, encoding: "utf8" });
  const texts = names.filter((name) => /\.(md|d\.ts|json)$/.test(name)).sort();
  return Buffer.concat(texts.map((name) => readFileSync(join("node_modules", name)))).subarray(0, bytes);
}

function lines(bytes: number, make: (number: number) => string): Buffer {
  const all: string[] = [];
  for (let length = 0; length < bytes; ) length += all[all.push(make(all.length)) - 1]?.length ?? 0;
  return Buffer.from(all.join("")).subarray(0, bytes);
}

function logLine(n: number): string {
  const time = `2026-03-0${1 + (n % 9)}T12:${10 + (n % 50)}:00.${n % 1000}Z`;
  return `{"time":"${time}","level":"info","request":${n * 7919},"took_ms":${n % 97}}\n`;
}

function cut(text: Buffer, count: number, length: number): Buffer[] {
  const step = Math.floor(text.length / count);
  return Array.from({ length: count }, (_, n) => text.subarray(n * step + 11, n * step + 11 + length));
}

function fibonacci(bytes: number): string {
  let [shorter, longer] = ["a", "ab"];
  while (longer.length < bytes) [shorter, longer] = [longer, longer + shorter];
  return longer.slice(0, bytes);
}

const long = 64 * 1024;
const filled = (bytes: number, unit: string, end = ""): Buffer =>
  Buffer.concat([Buffer.alloc(bytes, unit), Buffer.from(end)]);
const many = (make: (n: number) => Buffer): Buffer[] => Array.from({ length: 256 }, (_, n) => make(n));
const end = (n: number): string => String.fromCharCode(98 + (n % 16), 98 + (n >> 4));

const periods = (n: number): Buffer => filled(long, `${"a".repeat(n + 1)}b`, "c");
const a = (bytes: number): Buffer => filled(bytes, "a");
const ab = (bytes: number): Buffer => filled(bytes, "ab");
const fib = (bytes: number): Buffer => Buffer.from(fibonacci(bytes));

const worst: readonly [string, (bytes: number) => Buffer, Buffer[]][] = [
  ["a…, 64 KiB of it and b", a, [filled(long, "a", "b")]],
  ["a…, 256 of 64 KiB of it and another end", a, many((n) => filled(long, "a", end(n)))],
  ["a…, 256 of 60 of it and another end", a, many((n) => filled(60, "a", end(n)))],
  ["a…, 1 to 256 of it and b", a, many((n) => filled(n + 1, "a", "b"))],
  ["a…, 256 of 64 KiB of other periods", a, many(periods)],
  ["abab…, 64 KiB of it and c", ab, [filled(long, "ab", "c")]],
  ["Fibonacci, 64 KiB of it and c", fib, [Buffer.from(`${fibonacci(long)}c`)]],
];
const texts = { prose: prose(32 * MiB), transcript: lines(32 * MiB, line), log: lines(32 * MiB, logLine) };
const absent = Buffer.from("no line of these texts says exactly these sixty bytes, no...");

process.stdout.write("| case | hash | search | both to hash | search, GiB/s | 64 to 32 MiB |\n");
process.stdout.write("|---|---|---|---|---|---|\n");
for (const [name, text] of Object.entries(texts)) {
  show(`${name}, 1 absent of 60`, { text, quotes: [absent] });
  for (const length of [4, 16, 60, 1000]) {
    for (const count of [1, 256]) show(`${name}, ${count} of ${length}`, { text, quotes: cut(text, count, length) });
  }
}
for (const [name, of, quotes] of worst) show(name, { text: of(64 * MiB), quotes }, { text: of(32 * MiB), quotes });
