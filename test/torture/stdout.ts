import type { Readable } from "node:stream";
import type { Message } from "../wire/raw-client.ts";

/** Hands on each whole line of a stream. Returns what gives the rest that has no LF yet. */
export function readLines(stream: Readable, take: (line: string) => void): () => string {
  let rest = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
  });
  return () => rest;
}

/** A line of a server's stdout as a message, or what is wrong with it. */
export function readMessage(line: string, root: string): Message | string {
  if (/[\u2028\u2029]/.test(line)) return `more than one line to some readers: ${line}`;
  if (line.includes(root)) return `the vault's host path on stdout: ${line}`;
  try {
    const message = JSON.parse(line) as Message;
    return message.jsonrpc === "2.0" ? message : `not JSON-RPC on stdout: ${line}`;
  } catch {
    return `not JSON on stdout: ${line}`;
  }
}
