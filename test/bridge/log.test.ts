import { once } from "node:events";
import { connect } from "node:net";
import t from "tap";
import { startBridge, staticMode, staticToken } from "./executable.ts";
import { mcpHeaders, post, send, sendBytes } from "./http.ts";

const debug = { ...staticMode, LOG_LEVEL: "DEBUG" };

t.test("[bridge.request-log] at debug level a request is a line with method, path, status and headers", async (t) => {
  const bridge = await startBridge(t, debug);
  await post(bridge.port, "ping", {}, { ...mcpHeaders, "user-agent": "a client", "x-api-key": "k3y" });
  const [line, shown = "{}"] = await bridge.said(/^mcp-silverbullet: DEBUG: POST \/mcp 200 (\{.*\})$/m);
  t.match(JSON.parse(shown), {
    host: `127.0.0.1:${bridge.port}`,
    "user-agent": "a client",
    authorization: "[redacted]",
    "x-api-key": "[redacted]",
  });
  t.notMatch(line, /k3y/);
  await send(bridge.port, { path: "/sse?a=b" });
  await bridge.said(/DEBUG: GET \/sse 404 /);
  await send(bridge.port, {});
  await bridge.said(/DEBUG: GET \/mcp 401 /);
});

t.test("[bridge.request-log] at other levels there is none", async (t) => {
  const { port, stderr } = await startBridge(t, staticMode);
  await post(port, "ping");
  await sendBytes(port, "nonsense\r\n\r\n");
  t.match(stderr(), /^mcp-silverbullet listening on .*\n$/);
});

t.test("[bridge.strange-bytes] what is not HTTP/1 is told by its class and size only", async (t) => {
  const bridge = await startBridge(t, debug);
  const cases: readonly [string, string | Uint8Array][] = [
    ["empty", ""],
    ["http2-preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["tls-clienthello", Buffer.from("16030100c8010000c40303", "hex")],
    ["binary-non-http", Buffer.from("00ff0102030405", "hex")],
    ["unknown", `s3cret ${staticToken}\r\n\r\n`],
    ["unknown", "GET / HTTP/9.9\r\n\r\n"],
  ];
  for (const [name, bytes] of cases) {
    const answer = await sendBytes(bridge.port, bytes);
    if (bytes.length > 0) t.match(answer, /^HTTP\/1\.1 400 /, name);
    await bridge.said(new RegExp(`^mcp-silverbullet: DEBUG: not HTTP/1: ${name} \\(${bytes.length} bytes\\)$`, "m"));
  }
  t.notMatch(bridge.stderr(), /s3cret/);
  t.equal((await send(bridge.port, { path: "/healthz" })).status, 200);
});

t.test("[bridge.no-secret-in-logs] the token is in no line, wherever it was sent", async (t) => {
  const own = "s3cret-for-the-server%!";
  const bridge = await startBridge(t, { ...debug, SB_TOKEN: own });
  const { port } = bridge;
  const other = "presented-but-wrong-token";
  const web = "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJpIn0.c2lnbmF0dXJl";
  const tokens = [staticToken, own, other, web];
  for (const token of [staticToken, own, web]) {
    await send(port, {
      path: "/healthz",
      headers: { "user-agent": token, "x-of": encodeURIComponent(token), [token]: "" },
    });
  }
  for (const token of tokens) {
    const headers = { ...mcpHeaders, authorization: `Bearer ${token}` };
    await send(port, { method: "POST", path: `/mcp/${token}`, headers });
    await send(port, { method: "POST", path: `/mcp?token=${token}`, headers });
    await send(port, { method: "POST", path: `/${token}/mcp`, headers: { ...headers, host: "evil.test" } });
    for (const name of ["user-agent", "x-custom", "origin", "accept", "referer", "cookie", "content-type", "x-token"]) {
      await post(port, "ping", {}, { ...headers, [name]: `a ${token}; b` });
    }
    await post(port, "ping", {}, { ...headers, [token]: "as a name" });
    await post(port, token, { [token]: token }, headers);
    await post(port, "tools/call", { name: token, arguments: { [token]: token } }, headers);
    await post(port, "resources/read", { uri: token }, headers);
    await send(port, { method: "POST", headers, body: `{"${token}` });
    await sendBytes(port, `${token}\r\n\r\n`);
    await sendBytes(port, `GET /${token} HTTP/1.1\r\nHost: ${token}\r\nBad Header ${token}\r\n\r\n`);
    await sendBytes(port, `GET http://${token}@127.0.0.1/mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  }
  await send(port, { method: "HEAD", path: "/healthz" });
  await bridge.said(/HEAD \/healthz 200/);
  const said = bridge.stderr().toLowerCase();
  for (const token of tokens) t.notOk(said.includes(token.toLowerCase()), token);
  t.notMatch(bridge.stderr(), /[^\n\x20-\x7e]/);
});

t.test("[bridge.request-log] a client that leaves before its answer is told of", async (t) => {
  const bridge = await startBridge(t, debug);
  const socket = connect(bridge.port, "127.0.0.1");
  await once(socket, "connect");
  const head = ["POST /mcp HTTP/1.1", "Host: localhost", `Authorization: Bearer ${staticToken}`, "Content-Length: 9"];
  socket.end(`${head.join("\r\n")}\r\n\r\n{`);
  await bridge.said(/DEBUG: POST \/mcp (-|400) /);
  socket.destroy();
});
