import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from "@modelcontextprotocol/sdk/types.js";
import { limits } from "../../core/limits.ts";
import { type Frame, readFrames } from "./frames.ts";
import { type ErrorAnswer, readLine, refuseOverlong } from "./json-rpc.ts";

export interface StdioOptions extends Partial<Sizes> {
  readonly input: Readable;
  readonly output: Writable;
}

interface Sizes {
  /** The longest line, its LF not counted. */
  readonly frameBytes: number;
  /** While more than this is held, input is left unread. */
  readonly heldBytes: number;
  /** What a message in flight is reckoned to cost beside its bytes. */
  readonly callBytes: number;
}

const defaults: Sizes = {
  frameBytes: limits.frameBytes,
  heldBytes: limits.heldBytes,
  callBytes: limits.callBytes,
};

interface Call {
  /** The client's id. */
  readonly id: RequestId;
  readonly cost: number;
}

/**
 * JSON-RPC over a pair of streams, one message a line, with bounded memory: held are the requests handed up and not yet
 * answered or released, and the lines that `output` has not yet taken.
 *
 * Each request is handed up under a number of its own, from 1, and its answer goes out under the client's id. An id that
 * is used again in flight therefore stays two calls, and the ids 0 and "", which the SDK takes for none, are like any other.
 */
export class StdioTransport implements Transport {
  onmessage?: NonNullable<Transport["onmessage"]>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** Input has ended, or failed, and every frame of it was handed up. Called once, and not after `close`. */
  onend?: () => void;
  /** Nobody reads `output` any more; what is sent from now on is dropped. Called once. */
  onbroken?: () => void;
  /** The client cancels the request that was handed up as `id`. It still needs an answer or a release. */
  oncancel?: (id: RequestId) => void;

  readonly #options: Required<StdioOptions>;
  readonly #calls = new Map<RequestId, Call>();
  #lastNumber = 0;
  #held = 0;
  #written: Promise<void> = Promise.resolve();
  #broken = false;
  #closed = false;
  #onfreed: () => void = () => {};
  #onanswered: (() => void)[] = [];

  constructor(options: StdioOptions) {
    this.#options = { ...defaults, ...options };
  }

  /** Requests handed up and not yet answered or released. */
  get unanswered(): number {
    return this.#calls.size;
  }

  /** Begins to read; the callbacks are set before. */
  async start(): Promise<void> {
    this.#options.output.on("error", () => this.#break());
    this.#options.output.on("close", () => this.#break());
    void this.#read();
  }

  /** Resolves when the message's bytes were taken, or dropped because the output is broken or the request released. */
  async send(message: JSONRPCMessage): Promise<void> {
    if ("method" in message || message.id === undefined) return this.#write(message);
    const call = this.#settle(message.id);
    if (call) return this.#write({ ...message, id: call.id });
  }

  /** Forgets a request that gets no answer; one that is sent all the same is dropped. */
  release(id: RequestId): void {
    this.#settle(id);
  }

  /** Resolves when no request is unanswered. */
  async answered(): Promise<void> {
    if (this.unanswered > 0) await new Promise<void>((resolve) => this.#onanswered.push(resolve));
  }

  /** Resolves when everything sent so far was taken, or the output is broken. */
  flush(): Promise<void> {
    return this.#written;
  }

  /** Stops reading, and releases every request. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#options.input.destroy();
    for (const id of this.#calls.keys()) this.release(id);
    this.#onfreed();
    this.onclose?.();
  }

  async #read(): Promise<void> {
    const { input, frameBytes } = this.#options;
    for await (const frame of readFrames(this.#untilError(input), frameBytes)) {
      if (this.#closed) return;
      this.#receive(frame);
      await this.#room();
    }
    if (!this.#closed) this.onend?.();
  }

  async *#untilError(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* input;
    } catch (error) {
      if (!this.#closed) this.onerror?.(error as Error);
    }
  }

  #receive(frame: Frame): void {
    const incoming = frame === "overlong" ? refuseOverlong(this.#options.frameBytes) : readLine(frame);
    switch (incoming.kind) {
      case "request":
        this.#handUp(incoming.message, frame.length);
        break;
      case "notification":
        this.onmessage?.(incoming.message);
        break;
      case "cancellation":
        this.#cancel(incoming.id);
        break;
      case "error":
        void this.#write(incoming.answer);
        break;
      case "nothing":
        break;
    }
  }

  #handUp(request: JSONRPCRequest, frameBytes: number): void {
    const cost = frameBytes + this.#options.callBytes;
    const id = ++this.#lastNumber;
    this.#calls.set(id, { id: request.id, cost });
    this.#held += cost;
    this.onmessage?.({ ...request, id });
  }

  #cancel(clientId: RequestId): void {
    for (const [id, call] of this.#calls) {
      if (call.id === clientId) this.oncancel?.(id);
    }
  }

  #settle(id: RequestId): Call | undefined {
    const call = this.#calls.get(id);
    if (call === undefined) return undefined;
    this.#calls.delete(id);
    this.#free(call.cost);
    if (this.unanswered === 0) for (const resolve of this.#onanswered.splice(0)) resolve();
    return call;
  }

  #write(message: JSONRPCMessage | ErrorAnswer): Promise<void> {
    if (this.#broken) return Promise.resolve();
    const line = Buffer.from(`${oneLine(message)}\n`);
    const cost = line.length + this.#options.callBytes;
    this.#held += cost;
    this.#written = new Promise((resolve) => {
      this.#options.output.write(line, () => {
        this.#free(cost);
        resolve();
      });
    });
    return this.#written;
  }

  #free(cost: number): void {
    this.#held -= cost;
    this.#onfreed();
  }

  async #room(): Promise<void> {
    if (!this.#isFull()) return;
    // A stream that is left unread does not keep the process from ending.
    const alive = setInterval(() => {}, 2 ** 31 - 1);
    while (this.#isFull()) {
      await new Promise<void>((resolve) => {
        this.#onfreed = resolve;
      });
    }
    clearInterval(alive);
  }

  #isFull(): boolean {
    return this.#held > this.#options.heldBytes && !this.#closed;
  }

  #break(): void {
    if (this.#broken) return;
    this.#broken = true;
    this.onbroken?.();
  }
}

/** A message as JSON that is one line to every reader: to some, as to readline from Node 24 on, U+2028 and U+2029 end it. */
function oneLine(message: JSONRPCMessage | ErrorAnswer): string {
  return JSON.stringify(message).replace(/[\u2028\u2029]/g, (end) => (end === "\u2028" ? "\\u2028" : "\\u2029"));
}
