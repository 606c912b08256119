import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../src/core/limits.ts";
import { quoteSearch } from "../src/core/lineage/quote-search.ts";
import { quantile } from "./pairs.ts";
import { line, MiB } from "./vaults.ts";

/** What the search adds to hashing the same chunks, in one thread. */
interface Load {
  readonly name: string;
  readonly text: Buffer;
  readonly quotes: readonly Buffer[];
}

const KiB = 1024;
const runs = 5;

function measure({ text, quotes }: Load): { readonly hash: number; readonly search: number } {
  const hashes: number[] = [];
  const searches: number[] = [];
  for (let run = 0; run < runs; run++) {
    const digest = createHash("sha256");
    const begun = performance.now();
    const search = quoteSearch(quotes);
    let searching = performance.now() - begun;
    let hashing = 0;
    for (let at = 0; at < text.length; at += limits.chunkBytes) {
      const chunk = text.subarray(at, at + limits.chunkBytes);
      const start = performance.now();
      digest.update(chunk);
      const hashed = performance.now();
      search.feed(chunk);
      hashing += hashed - start;
      searching += performance.now() - hashed;
    }
    const start = performance.now();
    search.finish();
    searches.push(searching + performance.now() - start);
    hashes.push(hashing);
  }
  const median = (times: number[]): number =>
    quantile(
      times.sort((a, b) => a - b),
      0.5,
    );
  return { hash: median(hashes), search: median(searches) };
}

function show(load: Load, doubled = ""): number {
  const { hash, search } = measure(load);
  const speed = load.text.length / MiB / 1024 / (search / 1000);
  const cells = [`${hash.toFixed(0)} ms`, `${search.toFixed(0)} ms`, (1 + search / hash).toFixed(2), speed.toFixed(2)];
  process.stdout.write(`| ${[load.name, ...cells, doubled].join(" | ")} |\n`);
  return search;
}

/** The same load in a text of one size and of twice that size. */
function showTwice(name: string, load: (bytes: number) => Omit<Load, "name">): void {
  const once = measure({ name, ...load(32 * MiB) }).search;
  const larger = { name, ...load(64 * MiB) };
  show(larger, (measure(larger).search / once).toFixed(2));
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

const logLine = (n: number): string =>
  `{"time":"2026-03-0${1 + (n % 9)}T12:${10 + (n % 50)}:00.${n % 1000}Z","level":"info","request":${n * 7919},"ms":${n % 97}}\n`;

function cut(text: Buffer, count: number, length: number): Buffer[] {
  const step = Math.floor(text.length / count);
  return Array.from({ length: count }, (_, n) => text.subarray(n * step + 11, n * step + 11 + length));
}

function fibonacci(bytes: number): Buffer {
  let [shorter, longer] = ["a", "ab"];
  while (longer.length < bytes) [shorter, longer] = [longer, longer + shorter];
  return Buffer.from(longer.slice(0, bytes));
}

const filled = (bytes: number, unit: string, tail = ""): Buffer =>
  Buffer.concat([Buffer.alloc(bytes, unit), Buffer.from(tail)]);
const many = (make: (n: number) => Buffer): Buffer[] => Array.from({ length: 256 }, (_, n) => make(n));
const tail = (n: number): string => `${String.fromCharCode(98 + (n % 16), 98 + (n >> 4))}`;

process.stdout.write(
  "| case | hash | search | both to hash | search, GiB/s | time of 64 to 32 MiB |\n|---|---|---|---|---|---|\n",
);
const absent = Buffer.from("no line of these texts says exactly these sixty bytes in row");
for (const [name, text] of [
  ["prose", prose(32 * MiB)],
  ["transcript", lines(32 * MiB, line)],
  ["log", lines(32 * MiB, logLine)],
] as const) {
  show({ name: `${name}, 1 absent quote of 60`, text, quotes: [absent] });
  for (const length of [4, 16, 60, 1000]) {
    for (const count of [1, 256])
      show({ name: `${name}, ${count} of ${length}`, text, quotes: cut(text, count, length) });
  }
}

const long = 64 * KiB;
showTwice("a…, 64 KiB of it", (n) => ({ text: filled(n, "a"), quotes: [filled(long, "a")] }));
showTwice("a…, 64 KiB of it and b", (n) => ({ text: filled(n, "a"), quotes: [filled(long, "a", "b")] }));
showTwice("a…, 256 times 64 KiB of it and another end", (n) => ({
  text: filled(n, "a"),
  quotes: many((k) => filled(long, "a", tail(k))),
}));
showTwice("a…, 256 times 60 of it and another end", (n) => ({
  text: filled(n, "a"),
  quotes: many((k) => filled(60, "a", tail(k))),
}));
showTwice("a…, 1 to 256 of it and b", (n) => ({ text: filled(n, "a"), quotes: many((k) => filled(k + 1, "a", "b")) }));
showTwice("abab…, 64 KiB of it and c", (n) => ({ text: filled(n, "ab"), quotes: [filled(long, "ab", "c")] }));
showTwice("Fibonacci, 64 KiB of it and c", (n) => ({
  text: fibonacci(n),
  quotes: [Buffer.concat([fibonacci(long), Buffer.from("c")])],
}));
showTwice("a…, 256 times 64 KiB of other periods", (n) => ({
  text: filled(n, "a"),
  quotes: many((k) => filled(long, `${"a".repeat(k + 1)}b`, "c")),
}));
