import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { quoteSearch } from "../src/core/lineage/quote-search.ts";
import { limits } from "../src/core/limits.ts";

const KiB = 1024;
const MiB = 1024 * KiB;
const runs = 5;

interface Case {
  readonly name: string;
  readonly text: Buffer;
  readonly quotes: readonly Buffer[];
}

function median(measure: () => number): number {
  const sorted = Array.from({ length: runs }, measure).sort((a, b) => a - b);
  return sorted[runs >> 1] as number;
}

function seconds(work: () => void): number {
  const begun = performance.now();
  work();
  return (performance.now() - begun) / 1000;
}

function eachChunk(text: Buffer, visit: (chunk: Buffer) => void): void {
  for (let at = 0; at < text.length; at += limits.chunkBytes) visit(text.subarray(at, at + limits.chunkBytes));
}

function hash(text: Buffer): number {
  return seconds(() => {
    const hash = createHash("sha256");
    eachChunk(text, (chunk) => hash.update(chunk));
    hash.digest();
  });
}

/** Hashing and searching the same bytes, chunk by chunk, as a reader does. */
function hashAndSearch({ text, quotes }: Case): number {
  return seconds(() => {
    const hash = createHash("sha256");
    const search = quoteSearch(quotes);
    eachChunk(text, (chunk) => {
      hash.update(chunk);
      search.feed(chunk);
    });
    hash.digest();
    search.finish();
  });
}

function show(one: Case): number {
  const alone = median(() => hash(one.text));
  const both = median(() => hashAndSearch(one));
  const speed = one.text.length / (both - alone) / (KiB * MiB);
  const columns = [one.name.padEnd(48), `${(alone * 1000).toFixed(0)} ms`.padStart(8)];
  columns.push(`${(both * 1000).toFixed(0)} ms`.padStart(8), (both / alone).toFixed(2).padStart(7), speed.toFixed(2).padStart(9));
  console.log(columns.join(""));
  return both;
}

/** Markdown, type declarations and JSON of the packages installed here. */
function prose(bytes: number): Buffer {
  const names = readdirSync("node_modules", { recursive: true, encoding: "utf8" }).filter((name) => /\.(md|d\.ts|json)$/.test(name));
  const parts: Buffer[] = [];
  let length = 0;
  for (const name of names.sort()) {
    if (length >= bytes) break;
    const part = readFileSync(join("node_modules", name));
    parts.push(part);
    length += part.length;
  }
  return Buffer.concat(parts).subarray(0, bytes);
}

function log(bytes: number): Buffer {
  const lines: string[] = [];
  for (let n = 0, length = 0; length < bytes; n++) {
    const line = `{"time":"2026-03-0${1 + (n % 9)}T12:${10 + (n % 50)}:00.${n % 1000}Z","level":"info","request":${n * 7919},"took_ms":${n % 97}}\n`;
    lines.push(line);
    length += line.length;
  }
  return Buffer.from(lines.join("")).subarray(0, bytes);
}

function cut(text: Buffer, count: number, length: number): Buffer[] {
  const step = Math.floor((text.length - length) / count);
  return Array.from({ length: count }, (_, n) => text.subarray(n * step + 11, n * step + 11 + length));
}

function fibonacci(bytes: number): Buffer {
  let [a, b] = ["a", "ab"];
  while (b.length < bytes) [a, b] = [b, b + a];
  return Buffer.from(b.slice(0, bytes));
}

const letters = (length: number, tail = "", unit = "a") => Buffer.concat([Buffer.alloc(length - tail.length, unit), Buffer.from(tail)]);
const absent = Buffer.from("no line of this text says exactly these sixty bytes in a row");
const many = (make: (n: number) => Buffer) => Array.from({ length: 256 }, (_, n) => make(n));

const text = prose(32 * MiB);
const logs = log(32 * MiB);
const random = Buffer.from(Array.from({ length: 8 }, (_, n) => createHash("shake256", { outputLength: 4 * MiB }).update(`${n}`).digest())  as never as string);

console.log("case".padEnd(48), "hash", "both", "ratio", "search GiB/s");
show({ name: "prose, 1 absent quote of 60", text, quotes: [absent] });
show({ name: "prose, 1 quote of 60", text, quotes: cut(text, 1, 60) });
for (const len of [1, 2, 3, 4, 5, 7, 8, 12, 16, 24, 31, 32, 60, 256, 4096]) {
 show({ name: `prose, 1 absent quote of ${len}`, text, quotes: [Buffer.concat([text.subarray(text.length-len-10, text.length-11), Buffer.from([0xff])])] });
 show({ name: `prose, 16 quotes of ${len}`, text, quotes: cut(text, 16, len) });
 show({ name: `prose, 256 quotes of ${len}`, text, quotes: cut(text, 256, len) });
}
show({ name: "log, 1 quote of 60", text: logs, quotes: cut(logs, 1, 60) });
show({ name: "log, 256 quotes of 60", text: logs, quotes: cut(logs, 256, 60) });
const worst: [string, (bytes: number) => Case][] = [
  ["a…, 64 KiB of a", (n) => ({ name: "", text: letters(n), quotes: [letters(64 * KiB)] })],
  ["a…, 64 KiB of a then b", (n) => ({ name: "", text: letters(n), quotes: [letters(64 * KiB, "b")] })],
  ["a…, b then 64 KiB of a", (n) => ({ name: "", text: letters(n), quotes: [Buffer.concat([Buffer.from("b"), letters(64 * KiB)])] })],
  ["a…, 256 times 64 KiB of a then another letter", (n) => ({ name: "", text: letters(n), quotes: many((k) => Buffer.concat([letters(64 * KiB), Buffer.from([k])])) })],
  ["a…, 256 times k a, another, a", (n) => ({ name: "", text: letters(n), quotes: many((k) => Buffer.concat([letters(64 * KiB - 256*k), Buffer.from("b"), letters(256*k)])) })],
  ["abab…, 64 KiB", (n) => ({ name: "", text: letters(n, "", "ab"), quotes: [letters(64 * KiB, "c", "ab")] })],
  ["a…, 256 of 60 a then a tail", (n) => ({ name: "", text: letters(n), quotes: many((k) => Buffer.concat([letters(60), Buffer.from([k, 1, 2])])) })],
  ["Fibonacci, 64 KiB", (n) => ({ name: "", text: fibonacci(n), quotes: [Buffer.concat([fibonacci(64 * KiB), Buffer.from("c")])] })],
  ["Fibonacci, 256 of 64 KiB different", (n) => ({ name: "", text: fibonacci(n), quotes: many((k) => Buffer.concat([fibonacci(64 * KiB+1000*k).subarray(1000*k), Buffer.from("c")])) })],
  ["periods, 256 of 64 KiB different", (n) => ({ name: "", text: letters(n), quotes: many((k) => letters(64 * KiB, "c", "a".repeat(k + 1) + "b")) })],
  ["lengths 1..256 of a then b", (n) => ({ name: "", text: letters(n), quotes: many((k) => Buffer.from("a".repeat(k) + "b")) })],
];
for (const [name, make] of worst) { const small= show({...make(32*MiB), name}); const big = show({...make(64*MiB), name}); console.log((big/small).toFixed(2)) }
