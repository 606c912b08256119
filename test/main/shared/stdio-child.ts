import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { type StdioOptions, StdioTransport } from "../../../src/main/shared/stdio.ts";
import { claimStdout } from "../../../src/main/shared/stdout.ts";

// A server on real stdio. What it sees goes to stderr, a line an event; argv holds the transport's sizes as JSON.
const sizes: Partial<StdioOptions> = JSON.parse(process.argv[2] ?? "{}");
const transport = new StdioTransport({ input: process.stdin, output: claimStdout(), ...sizes });

const see = (event: string): void => void process.stderr.write(`${event}\n`);

transport.onmessage = (message) => {
  if ("id" in message && "method" in message) void answer(message);
};
transport.onend = async () => {
  see("end");
  await transport.answered();
  await transport.flush();
  process.exit(0);
};
transport.onbroken = async () => {
  see("broken");
  await transport.send({ jsonrpc: "2.0", method: "into the void" });
  await transport.flush();
  see("flushed");
};
process.on("SIGTERM", () => {
  see(`unanswered ${transport.unanswered}`);
  process.exit(0);
});

/** `size` tells the length of a text, `text` gives one of this length, and any other method is left unanswered. */
async function answer(message: JSONRPCMessage): Promise<void> {
  if (!("method" in message && "id" in message)) return;
  const { id, method, params = {} } = message;
  if (method === "size") await transport.send({ jsonrpc: "2.0", id, result: { size: String(params.text).length } });
  if (method === "text")
    await transport.send({ jsonrpc: "2.0", id, result: { text: "x".repeat(Number(params.size)) } });
}

await transport.start();
see("started");
