import { type ChildProcess, type StdioOptions as ChildStdio, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import t, { type Test } from "tap";

const MiB = 1024 * 1024;
const script = fileURLToPath(new URL("./stdio-child.js", import.meta.url));

interface Server {
  readonly child: ChildProcess;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: () => string;
  readonly exitCode: Promise<number | null>;
  /** Fulfilled once stderr has this line. */
  saw(event: string): Promise<void>;
}

function launch(t: Test, sizes: object = {}, stdout: "pipe" | number = "pipe"): Server {
  const stdio: ChildStdio = ["pipe", stdout, "pipe"];
  const child = spawn(process.execPath, [script, JSON.stringify(sizes)], { stdio });
  const exitCode = once(child, "close").then(([code]) => code as number | null);
  let stderr = "";
  child.stderr?.on("data", (text) => {
    stderr += text;
  });
  child.stdin?.on("error", () => {});
  t.teardown(() => child.kill("SIGKILL"));
  const saw = async (event: string) => {
    while (!stderr.split("\n").includes(event)) await setTimeout(5);
  };
  return {
    child,
    stdin: child.stdin as Writable,
    stdout: child.stdout as Readable,
    stderr: () => stderr,
    exitCode,
    saw,
  };
}

function request(id: number, method: string, params: object = {}): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was written
async function linesOf(stdout: Readable): Promise<any[]> {
  const text = Buffer.concat(await stdout.toArray()).toString();
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** Sends a text again and again; tells how often it was taken, once that stands still. */
async function pour(stdin: Writable, text: string, times: number): Promise<number> {
  let taken = 0;
  void (async () => {
    for (; taken < times; taken++) await new Promise((resolve) => stdin.write(text, resolve));
    stdin.end();
  })();
  for (let before = -1; before !== taken; await setTimeout(300)) before = taken;
  return taken;
}

/** A request whose line is of this length, its LF not counted. */
function sizedRequest(id: number, bytes: number): { line: string; text: number } {
  const text = bytes - (request(id, "size", { text: "" }).length - 1);
  return { line: request(id, "size", { text: "x".repeat(text) }), text };
}

t.test("[frame.limit] 64 MiB are accepted, a byte more and 80 MiB are refused, and the session goes on", async (t) => {
  const { stdin, stdout, exitCode } = launch(t);
  const fits = sizedRequest(1, 64 * MiB);
  stdin.write(fits.line);
  stdin.write(sizedRequest(2, 64 * MiB + 1).line);
  stdin.write(sizedRequest(3, 80 * MiB).line);
  stdin.end(request(4, "size", { text: "four" }));
  t.match(await linesOf(stdout), [
    { id: 1, result: { size: fits.text } },
    { id: null, error: { code: -32600, message: /67108864/ } },
    { id: null, error: { code: -32600, message: /67108864/ } },
    { id: 4, result: { size: 4 } },
  ]);
  t.equal(await exitCode, 0);
});

t.test("[frame.limit] an over-long line is answered before it ends", async (t) => {
  const { stdin, stdout } = launch(t, { frameBytes: 100 });
  stdin.write("x".repeat(101));
  const [answer] = await once(stdout, "data");
  t.match(JSON.parse(answer), { id: null, error: { code: -32600 } });
});

t.test("[mcp.end-of-input] a pipe may end right after its request", async (t) => {
  const { stdin, stdout, exitCode } = launch(t);
  stdin.end(request(1, "size", { text: "abc" }).trimEnd());
  t.match(await linesOf(stdout), [{ id: 1, result: { size: 3 } }]);
  t.equal(await exitCode, 0);
});

t.test("[mcp.whole-replies] a reply of 20 MiB arrives whole before exit", async (t) => {
  const { stdin, stdout, exitCode, saw } = launch(t);
  stdin.end(request(1, "text", { size: 20 * MiB }));
  await saw("end");
  await setTimeout(100);
  const [answer] = await linesOf(stdout);
  t.equal(answer.result.text.length, 20 * MiB);
  t.equal(await exitCode, 0);
});

t.test("[mcp.whole-replies] stdout may be a file", async (t) => {
  const file = join(t.testdir(), "out");
  const fd = openSync(file, "w");
  const { stdin, exitCode } = launch(t, {}, fd);
  closeSync(fd);
  stdin.end(request(1, "text", { size: 20 * MiB }));
  t.equal(await exitCode, 0);
  t.equal(JSON.parse(readFileSync(file, "utf8")).result.text.length, 20 * MiB);
});

t.test("[busy] a client that sends more than is held finds its pipe full, and the server waits", async (t) => {
  const { child, stdin, stderr, exitCode, saw } = launch(t, { heldBytes: MiB, callBytes: 1024 });
  const line = request(1, "keep", { text: "x".repeat(1000) });
  await saw("started");
  t.ok((await pour(stdin, line, 8192)) < 2048);
  child.kill("SIGTERM");
  await exitCode;
  const most = Math.floor(MiB / (line.length - 1 + 1024)) + 1;
  t.match(stderr(), `unanswered ${most}\n`);
});

t.test(
  "[busy] bad lines of a client that reads no answers are left unread, and all answered when it does",
  async (t) => {
    const { stdin, stdout, exitCode } = launch(t, { heldBytes: MiB, callBytes: 1024 });
    const lines = 1000;
    t.ok((await pour(stdin, `${"x".repeat(20)}\n`.repeat(lines), 50)) < 40);
    t.equal((await linesOf(stdout)).length, 50 * lines);
    t.equal(await exitCode, 0);
  },
);

t.test("[mcp.signals] a signal is served while nobody reads stdout", async (t) => {
  const fifo = join(t.testdir(), "fifo");
  execFileSync("mkfifo", [fifo]);
  const fd = openSync(fifo, constants.O_RDWR);
  t.teardown(() => closeSync(fd));
  for (const [kind, stdout] of [
    ["socket", "pipe"],
    ["pipe", fd],
  ] as const) {
    const { child, stdin, stderr, exitCode, saw } = launch(t, {}, stdout);
    await saw("started");
    stdin.write(request(1, "text", { size: 20 * MiB }) + request(2, "keep"));
    await setTimeout(300);
    child.kill("SIGTERM");
    t.equal(await exitCode, 0, kind);
    t.match(stderr(), "unanswered 1\n", kind);
  }
});

t.test("[mcp.broken-stdout] a broken pipe is told once, and what is sent then is dropped", async (t) => {
  const { stdin, stdout, stderr, exitCode, saw } = launch(t);
  await saw("started");
  stdout.destroy();
  for (let id = 1; id <= 3; id++) stdin.write(request(id, "text", { size: MiB }));
  await saw("flushed");
  stdin.end();
  t.equal(await exitCode, 0);
  t.strictSame(stderr().trim().split("\n"), ["started", "broken", "flushed", "end"]);
});
