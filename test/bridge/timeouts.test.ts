import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect as dial } from "node:net";
import t from "tap";
import { connect, refused, type Session } from "./bridge.ts";
import { startBridge, staticMode } from "./executable.ts";

/** A bridge before any address. */
async function before(url: string): Promise<Session> {
  const { port } = await startBridge(t, { ...staticMode, SB_URL: url });
  return connect(t, port);
}

/** Answers nothing, or with a body that does not go on. */
async function silentServer(): Promise<string> {
  const server = createServer(({ url }, response) => {
    if (url !== "/.fs/stalls.md") return;
    response.writeHead(200, { "Content-Length": 5 });
    response.write("he");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const deafProgram = `
const server = require("node:net").createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
  require("node:fs").writeSync(1, String(server.address().port));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});`;

/** A port whose queue of connections is full: nobody takes them, and further ones are not answered. */
async function deafPort(): Promise<number> {
  const child = spawn(process.execPath, ["-e", deafProgram], { stdio: ["ignore", "pipe", "inherit"] });
  t.teardown(() => child.kill("SIGKILL"));
  const [said] = await once(child.stdout, "data");
  const port = Number(said);
  const queued = Array.from({ length: 4 }, () => dial({ host: "127.0.0.1", port }).on("error", () => {}));
  t.teardown(() => queued.forEach((socket) => void socket.destroy()));
  await Promise.all(queued.slice(0, 2).map((socket) => once(socket, "connect")));
  return port;
}

const [silent, deaf] = await Promise.all([
  silentServer().then(before),
  deafPort().then((port) => before(`http://127.0.0.1:${port}`)),
]);

t.test("[bridge.timeouts] a connection gets 3 s, an answer 10 s, and so does each part of it", async (t) => {
  const message = "silverbullet request timed out";
  const calls: [session: Session, call: readonly [tool: string, args: object], seconds: number][] = [
    [deaf, ["read_page", { name: "a" }], 3],
    [deaf, ["write_page", { name: "a", content: "x" }], 3],
    [silent, ["read_page", { name: "a" }], 10],
    [silent, ["read_page", { name: "stalls" }], 10],
    [silent, ["write_page", { name: "b", content: "x" }], 10],
    [silent, ["list_pages", {}], 10],
  ];
  await Promise.all(
    calls.map(async ([session, call, seconds]) => {
      const start = performance.now();
      await refused(t, session, call, "TIMEOUT", message);
      const took = (performance.now() - start) / 1000;
      t.ok(took > seconds - 0.5 && took < seconds + 4, `${call[0]}: ${took} s for ${seconds} s`);
    }),
  );
});

t.test("[bridge.unreachable] credentials in the address are masked", async (t) => {
  const gone = createServer().listen(0, "127.0.0.1");
  await once(gone, "listening");
  const { port } = gone.address() as AddressInfo;
  gone.close();
  const session = await before(`http://someone:pass%40word@127.0.0.1:${port}/wiki/`);
  const address = `http://***:***@127.0.0.1:${port}/wiki`;
  const message = `silverbullet unreachable at ${address}; check that it runs there`;
  await refused(t, session, ["read_page", { name: "a" }], "UNREACHABLE", message);
});
