import { PassThrough, Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { type JSONRPCMessage, type RequestId, ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import fc from "fast-check";
import t from "tap";
import { type StdioOptions, StdioTransport } from "../../../src/main/shared/stdio.ts";

const callBytes = 100;
const heldBytes = 1000;

/** A started transport, what it hands up, and what it writes. */
async function started(options: Partial<StdioOptions> = {}) {
  const input = new PassThrough();
  const output = options.output ?? new PassThrough();
  const transport = new StdioTransport({ frameBytes: 500, heldBytes, callBytes, ...options, input, output });
  const handedUp: JSONRPCMessage[] = [];
  const events: string[] = [];
  let written = "";
  output.on("data", (bytes) => {
    written += bytes;
  });
  transport.onmessage = (message) => void handedUp.push(message);
  transport.oncancel = (id) => void events.push(`cancel ${id}`);
  transport.onend = () => void events.push("end");
  transport.onbroken = () => void events.push("broken");
  transport.onclose = () => void events.push("close");
  transport.onerror = ({ message }) => void events.push(`error ${message}`);
  await transport.start();
  return { transport, input, output, handedUp, events, answers: () => linesOf(written) };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was written
function linesOf(text: string): any[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

function request(id: unknown, params?: object): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, method: "m", params })}\n`;
}

function cancellation(requestId: unknown): string {
  return `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } })}\n`;
}

function answer(id: RequestId): JSONRPCMessage {
  return { jsonrpc: "2.0", id, result: {} };
}

/** Lets every stream take what it can. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}

t.test("an answer goes out under the id of its request, of whatever value and type", async (t) => {
  const { transport, input, answers } = await started();
  const ids = [0, "", "0", -1, "a", Number.MAX_SAFE_INTEGER];
  for (const id of ids) input.write(request(id));
  await settle();
  t.equal(transport.unanswered, ids.length);
  for (let number = ids.length; number > 0; number--) await transport.send(answer(number));
  t.strictSame(
    answers().map(({ id }) => id),
    ids.toReversed(),
  );
  t.equal(transport.unanswered, 0);
});

t.test("an id used again in flight is two requests, and each is answered", async (t) => {
  const { transport, input, handedUp, answers } = await started();
  input.write(request(7, { nth: 1 }) + request(7, { nth: 2 }));
  await settle();
  t.match(handedUp, [
    { id: 1, params: { nth: 1 } },
    { id: 2, params: { nth: 2 } },
  ]);
  await transport.send({ jsonrpc: "2.0", id: 2, result: { nth: 2 } });
  await transport.send({ jsonrpc: "2.0", id: 1, result: { nth: 1 } });
  t.match(answers(), [
    { id: 7, result: { nth: 2 } },
    { id: 7, result: { nth: 1 } },
  ]);
  t.equal(transport.unanswered, 0);
});

t.test("a second answer to one request is dropped", async (t) => {
  const { transport, input, answers } = await started();
  input.write(request(7));
  await settle();
  await transport.send(answer(1));
  await transport.send(answer(1));
  t.equal(answers().length, 1);
});

t.test("[mcp.cancel] a cancellation reaches the request in flight under its id, 0 included", async (t) => {
  const { transport, input, events, handedUp } = await started();
  input.write(request(0) + request("0") + request(""));
  input.write(cancellation(0) + cancellation("") + cancellation(5) + cancellation(null));
  await settle();
  t.strictSame(events, ["cancel 1", "cancel 3"]);
  t.equal(handedUp.length, 3, "cancellations are not handed up");
  await transport.send(answer(1));
  input.write(cancellation(0));
  await settle();
  t.equal(events.length, 2, "an answered request is no longer cancelled");
});

t.test("[mcp.cancel] a released request gets no answer", async (t) => {
  const { transport, input, answers } = await started();
  input.write(request(7));
  await settle();
  transport.release(1);
  await transport.send(answer(1));
  t.strictSame(answers(), []);
  t.equal(transport.unanswered, 0);
});

t.test("answered() waits for the last answer or release", async (t) => {
  const { transport, input } = await started();
  await transport.answered();
  input.write(request(1) + request(2));
  await settle();
  let done = false;
  const answered = transport.answered().then(() => {
    done = true;
  });
  transport.release(1);
  await settle();
  t.notOk(done);
  await transport.send(answer(2));
  await answered;
});

t.test("[mcp.bad-lines] bad lines are answered, blank ones passed over, and the session goes on", async (t) => {
  const { input, handedUp, answers } = await started({ frameBytes: 50 });
  input.write(`{\n \t\r\n[]\n${"x".repeat(51)}\n${request(1)}`);
  await settle();
  t.strictSame(
    answers().map(({ id, error }) => [id, error.code]),
    [
      [null, -32700],
      [null, -32600],
      [null, -32600],
    ],
  );
  t.match(answers()[2].error.message, /50 bytes/);
  t.equal(handedUp.length, 1);
});

t.test("[busy] input is left unread while too much is unanswered, and read on when it is answered", async (t) => {
  const { transport, input, handedUp } = await started();
  const line = request(1);
  const cost = line.length - 1 + callBytes;
  const most = Math.floor(heldBytes / cost) + 1;
  input.write(line.repeat(100));
  await settle();
  t.equal(handedUp.length, most, "within one chunk, too");
  await transport.send(answer(1));
  await settle();
  t.equal(handedUp.length, most + 1);
  for (let number = 2; number <= 100; number++) {
    await transport.send(answer(number));
    await settle();
  }
  t.equal(handedUp.length, 100);
});

t.test("[busy] a released request makes room, also among requests of one id", async (t) => {
  const { transport, input, handedUp } = await started();
  input.write(request(1).repeat(100));
  for (let number = 1; number <= 100; number++) {
    await settle();
    transport.release(number);
  }
  t.equal(handedUp.length, 100);
  t.equal(transport.unanswered, 0);
});

t.test("[busy] input is left unread while answers are not taken", async (t) => {
  const untaken: (() => void)[] = [];
  const output = new Writable({ write: (_line, _encoding, taken) => void untaken.push(taken) });
  const { input, transport } = await started({ output });
  input.write("{\n".repeat(20_000));
  await settle();
  const waiting = output.writableLength;
  t.ok(waiting < heldBytes, `${waiting} bytes wait`);
  let flushed = false;
  void transport.flush().then(() => {
    flushed = true;
  });
  await settle();
  t.notOk(flushed);
  let taken = 0;
  for (; untaken.length > 0; taken++) {
    untaken.shift()?.();
    await setImmediate();
  }
  t.equal(taken, 20_000);
});

t.test("[mcp.end-of-input] the end is told once, after the last frame, though that lacks its LF", async (t) => {
  const { input, handedUp, events } = await started();
  input.end(request(1) + request(2).trimEnd());
  await settle();
  t.equal(handedUp.length, 2);
  t.strictSame(events, ["end"]);
});

t.test("[mcp.end-of-input] the end waits while input is held back", async (t) => {
  const { transport, input, events } = await started();
  input.end(request(1).repeat(20));
  await settle();
  t.strictSame(events, []);
  for (let number = 1; number <= 20; number++) {
    transport.release(number);
    await settle();
  }
  t.strictSame(events, ["end"]);
});

t.test("an error of the input is its end", async (t) => {
  const { input, events, handedUp } = await started();
  input.write(request(1));
  await settle();
  input.destroy(new Error("EIO"));
  await settle();
  t.equal(handedUp.length, 1);
  t.strictSame(events, ["error EIO", "end"]);
});

t.test("close stops reading, releases what is unanswered and is told once", async (t) => {
  const { transport, input, events, handedUp, answers } = await started();
  input.write(request(1).repeat(100));
  await settle();
  const before = handedUp.length;
  await transport.close();
  await transport.close();
  await transport.answered();
  await transport.send(answer(1));
  await settle();
  t.equal(handedUp.length, before);
  t.strictSame(answers(), []);
  t.ok(input.destroyed);
  t.strictSame(events, ["close"]);
});

t.test("[mcp.broken-stdout] a broken output is told once, and sends neither reject nor hang", async (t) => {
  const output = new Writable({
    write: (_line, _encoding, taken) => void setImmediate().then(() => taken(new Error("EPIPE"))),
  });
  const { transport, input, events } = await started({ output });
  input.write(request(1).repeat(3));
  await settle();
  await Promise.all([1, 2].map((id) => transport.send(answer(id))));
  await transport.send(answer(3));
  await transport.flush();
  t.strictSame(events, ["broken"]);
  t.equal(transport.unanswered, 0);
});

t.test("any chunking of any lines gives the same session", async () => {
  const line = fc.oneof(
    fc.constantFrom("", " \r", "{", "[]", "x".repeat(300), "\ufeff", cancellation(1).trimEnd()),
    fc.nat(3).map((id) => request(id).trimEnd()),
    fc.string().map((text) => request(text, { text }).trimEnd()),
  );
  const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), sizes, async (lines, sizes) => {
      const bytes = Buffer.from(lines.join("\n"));
      const whole = await session([bytes]);
      const cutUp = await session(cut(bytes, sizes));
      if (whole !== cutUp) throw new Error(`${whole}\nbecame\n${cutUp}`);
    }),
    { numRuns: 300 },
  );
});

/** What is handed up, cancelled and answered when the input comes in these chunks. */
async function session(chunks: Buffer[]): Promise<string> {
  const { transport, input, handedUp, events, answers } = await started({ frameBytes: 200, heldBytes: 100_000 });
  for (const chunk of chunks) input.write(chunk);
  input.end();
  while (!events.includes("end")) await setImmediate();
  for (let number = 1; transport.unanswered > 0; number++) await transport.send(answer(number));
  await settle();
  return JSON.stringify({ handedUp, events, answers: answers() });
}

function cut(bytes: Buffer, sizes: number[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const size = sizes[pieces.length % sizes.length] ?? 1;
    pieces.push(bytes.subarray(start, start + size));
    start += size;
  }
  return pieces;
}

t.test("the SDK's server and client speak over it, from the client's first id on", async (t) => {
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  const sizes = { frameBytes: 100_000, heldBytes: 1_000_000, callBytes };
  const server = new Server({ name: "s", version: "1" }, { capabilities: { tools: {} } });
  server.fallbackRequestHandler = async ({ params }, { requestId }) => ({ params, requestId });
  await server.connect(new StdioTransport({ input: toServer, output: toClient, ...sizes }));

  const client = new Client({ name: "c", version: "1" });
  await client.connect(new StdioServerTransport(toClient, toServer));
  t.match(client.getServerVersion(), { name: "s" });
  const result = await client.request({ method: "m", params: { a: 1 } }, ResultSchema);
  t.match(result, { params: { a: 1 }, requestId: 2 });
  await client.close();
});
