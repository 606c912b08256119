import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import t, { type Test } from "tap";
import { type Bridge, startBridge, staticMode, staticToken } from "../../../bridge/executable.ts";
import { mcpHeaders, post, send } from "../../../bridge/http.ts";

const fixture = [process.execPath, fileURLToPath(new URL("./serve-fixture.js", import.meta.url))];

function startFixture(t: Test): Promise<Bridge> {
  return startBridge(t, staticMode, fixture);
}

function call(port: number, name: string) {
  return post(port, "tools/call", { name, arguments: {} });
}

/** Opens a connection and sends the beginning of a request, or all of it. */
async function sendPart(t: Test, port: number, part: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  t.teardown(() => socket.destroy());
  socket.on("error", () => {});
  await once(socket, "connect");
  if (part !== "") socket.write(part);
  return socket;
}

const head = [
  "POST /mcp HTTP/1.1",
  "Host: localhost",
  `Authorization: Bearer ${staticToken}`,
  "Accept: application/json, text/event-stream",
  "Content-Type: application/json",
].join("\r\n");

function whole(name: string): string {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name } });
  return `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

t.test("[bridge.call-errors] what throws is -32603 without its message, logged, and others are served", async (t) => {
  const bridge = await startFixture(t);
  const internal = { jsonrpc: "2.0", id: 1, error: { code: -32603, message: "Internal error" } };
  t.strictSame((await call(bridge.port, "throw")).json(), internal);
  await bridge.said(/^seen: a call failed$/m);
  t.strictSame((await post(bridge.port, "resources/read", { uri: "fixture://broken" })).json(), internal);
  await bridge.said(/^seen: a resource could not be read$/m);
  t.notMatch(bridge.stderr(), /the message of an error/);
  t.match((await call(bridge.port, "echo")).json(), { result: { content: [{ text: "{}" }] } });
});

t.test("[bridge.call-errors] an answer that cannot be sent is -32603, and in a batch too", async (t) => {
  const bridge = await startFixture(t);
  const error = { code: -32603, message: "The answer is too long to be sent" };
  t.strictSame((await call(bridge.port, "unsendable")).json(), { jsonrpc: "2.0", id: 1, error });
  await bridge.said(/^seen: an answer could not be sent$/m);
  const calls = ["echo", "unsendable"].map((name, id) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name },
  }));
  const batch = await send(bridge.port, { method: "POST", headers: mcpHeaders, body: JSON.stringify(calls) });
  t.match(batch.json(), [
    { id: 0, result: {} },
    { id: 1, error },
  ]);
});

t.test("[bridge.endpoint] arguments reach the tool as they were sent", async (t) => {
  const { port } = await startFixture(t);
  const args = '{"__proto__":1,"constructor":{"a":[null,1.5]},"":"\\ud83d"}';
  const body = `{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"echo","arguments":${args}}}`;
  const answer = await send(port, { method: "POST", headers: mcpHeaders, body });
  t.match(answer.json(), { id: "x", result: { content: [{ type: "text", text: args }] } });
});

t.test("[bridge.resources] templates are listed, a resource is read, and what is none is a fault", async (t) => {
  const { port } = await startFixture(t);
  const templates = (await post(port, "resources/templates/list")).json();
  t.strictSame(templates.result, { resourceTemplates: [{ name: "text", uriTemplate: "fixture://{name}" }] });
  t.strictSame((await post(port, "resources/list")).json().result, { resources: [] });
  const read = (await post(port, "resources/read", { uri: "fixture://text" })).json();
  t.strictSame(read.result, { contents: [{ uri: "fixture://text", text: "a text" }] });
  const none = (await post(port, "resources/read", { uri: "fixture://none" })).json();
  t.strictSame(none.error, { code: -32602, message: "no such text" });
});

t.test("[bridge.client-gone] when the client closes the connection, its call is aborted, and no other", async (t) => {
  const bridge = await startFixture(t);
  const leaving = await sendPart(t, bridge.port, whole("wait"));
  await bridge.said(/^seen: waiting$/m);
  const staying = call(bridge.port, "wait");
  await bridge.said(/^seen: waiting\n(.*\n)*seen: waiting$/m);
  leaving.destroy();
  await bridge.said(/^seen: aborted$/m);
  bridge.child.kill("SIGUSR2");
  t.match((await staying).json(), { result: { content: [{ text: "waited" }] } });
  t.equal(bridge.stderr().match(/aborted/g)?.length, 1);
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  t.test(
    `[bridge.signals] after ${signal} what runs is finished and answered, nothing else is begun, exit 0`,
    async (t) => {
      const bridge = await startFixture(t);
      const silent = await sendPart(t, bridge.port, "");
      const begun = await sendPart(t, bridge.port, `${head}\r\nContent-Length: 99\r\n\r\n{`);
      const idle = await sendPart(t, bridge.port, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
      await once(idle, "data");
      const running = await sendPart(t, bridge.port, whole("wait"));
      await bridge.said(/^seen: waiting$/m);

      const dropped = [silent, begun, idle].map((socket) => once(socket, "close"));
      bridge.child.kill(signal);
      await bridge.said(/^seen: a signal$/m);
      for (const socket of [silent, begun, idle]) socket.resume();
      await Promise.all(dropped);
      await t.rejects(send(bridge.port, { path: "/healthz" }), { code: "ECONNREFUSED" });
      t.notMatch(bridge.stderr(), /the end|aborted/);

      const answer = text(running);
      bridge.child.kill("SIGUSR2");
      t.match(await answer, /^HTTP\/1\.1 200 OK\r\n(.*\r\n)*connection: close\r\n[\s\S]*"waited"/i);
      t.strictSame(await bridge.exit(), { code: 0, signal: null });
      t.match(bridge.stderr(), /^seen: the end$/m);
      t.notMatch(bridge.stderr(), /aborted/);
    },
  );
}

t.test("[bridge.signals] with nothing to finish it ends at once, also the executable itself", async (t) => {
  const bridge = await startBridge(t, staticMode);
  const idle = await sendPart(t, bridge.port, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(idle, "data");
  const began = performance.now();
  bridge.child.kill("SIGTERM");
  t.strictSame(await bridge.exit(), { code: 0, signal: null });
  t.ok(performance.now() - began < 2000);
});

t.test("[bridge.signals] a second signal ends it at once", async (t) => {
  const bridge = await startFixture(t);
  await sendPart(t, bridge.port, whole("wait"));
  await bridge.said(/^seen: waiting$/m);
  bridge.child.kill("SIGTERM");
  await bridge.said(/^seen: a signal$/m);
  bridge.child.kill("SIGTERM");
  t.strictSame(await bridge.exit(), { code: null, signal: "SIGTERM" });
});
