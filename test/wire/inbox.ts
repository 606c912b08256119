import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { folderPrefix } from "./vault.ts";

export interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: { readonly progress: number; readonly total: number; readonly progressToken: number | string };
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server answers; tests look into it
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

interface Waiting {
  fits(message: Message): boolean;
  take(message: Message): void;
  fail(reason: Error): void;
}

/**
 * Keeps the messages of a server's stdout and hands them to whoever waits for them. Throws out of band on a line that is
 * not JSON-RPC or holds the path of a vault.
 */
export function inbox(stdout: Readable) {
  const messages: Message[] = [];
  const untaken: Message[] = [];
  const waiting: Waiting[] = [];
  let over = false;
  const ended = (): Error => new Error("the server ended without this message");

  createInterface({ input: stdout, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => {
    assert(!line.includes(folderPrefix), "the path of a vault on stdout");
    const message = JSON.parse(line) as Message;
    assert.equal(message.jsonrpc, "2.0");
    messages.push(message);
    const index = waiting.findIndex(({ fits }) => fits(message));
    if (index === -1) untaken.push(message);
    else waiting.splice(index, 1)[0]?.take(message);
  });
  stdout.on("close", () => {
    over = true;
    for (const { fail } of waiting) fail(ended());
  });

  return {
    messages,
    next(fits: Waiting["fits"]): Promise<Message> {
      const index = untaken.findIndex(fits);
      const [found] = index === -1 ? [] : untaken.splice(index, 1);
      if (found !== undefined) return Promise.resolve(found);
      if (over) return Promise.reject(ended());
      return new Promise((take, fail) => waiting.push({ fits, take, fail }));
    },
  };
}
