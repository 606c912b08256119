import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import t from "tap";
import { product } from "../../src/core/product.ts";
import { startBridge, staticMode, staticToken } from "./executable.ts";
import { mcpHeaders, post, send, sendBytes } from "./http.ts";

const MiB = 1024 * 1024;

t.test("[bridge.endpoint] the official client is served without a session", async (t) => {
  const { port } = await startBridge(t, staticMode);
  const requestInit = { headers: { authorization: `Bearer ${staticToken}` } };
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit });
  const client = new Client({ name: "official", version: "1" });
  t.teardown(() => client.close());
  await client.connect(transport as Transport);
  t.strictSame(client.getServerVersion(), { name: "mcp-silverbullet", version: product.version });
  t.strictSame(client.getServerCapabilities(), { tools: {}, resources: {} });
  t.equal(transport.sessionId, undefined);
  await client.ping();
  t.ok(Array.isArray((await client.listTools()).tools));
  t.strictSame((await client.listResources()).resources, []);
  t.ok(Array.isArray((await client.listResourceTemplates()).resourceTemplates));
});

t.test("[bridge.endpoint] answers are JSON, notifications get none, and unknown methods are -32601", async (t) => {
  const { port } = await startBridge(t, staticMode);
  const answer = await post(port, "no/such");
  t.match(answer, { status: 200, headers: { "content-type": "application/json" } });
  t.strictSame(answer.json(), { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "Method not found" } });
  t.equal(answer.headers["mcp-session-id"], undefined);
  const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
  t.match(await send(port, { method: "POST", headers: mcpHeaders, body }), { status: 202, body: "" });
  const bad: readonly [string, unknown][] = [
    ["tools/call", { name: "no_such_tool" }],
    ["tools/call", { name: 1 }],
    ["tools/call", {}],
    ["resources/read", {}],
    ["resources/read", { uri: "other://uri" }],
  ];
  for (const [method, params] of bad)
    t.match((await post(port, method, params as object)).json(), { error: { code: -32602 } });
});

t.test("[bridge.batch] a batch is answered, also when it takes back its own request", async (t) => {
  const { port } = await startBridge(t, staticMode);
  const batch = [
    { jsonrpc: "2.0", id: 1, method: "tools/list" },
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
    { jsonrpc: "2.0", id: 2, method: "ping" },
  ];
  const answer = await send(port, { method: "POST", headers: mcpHeaders, body: JSON.stringify(batch) });
  t.match(answer.json(), [
    { id: 1, result: {} },
    { id: 2, result: {} },
  ]);
});

t.test("[bridge.hosts] a request under a foreign name is 421, one from a foreign page 403", async (t) => {
  const { port } = await startBridge(t, { ...staticMode, ALLOWED_HOSTS: "Wiki.test,other.test:8443" });
  const own = `127.0.0.1:${port}`;
  const cases: readonly [number, string, string?][] = [
    [200, own],
    [200, "localhost"],
    [200, `[::1]:${port}`],
    [200, "wiki.TEST"],
    [200, "other.test:8443"],
    [200, own, `http://localhost:${port}`],
    [200, "wiki.test", "https://wiki.test"],
    [421, "evil.test"],
    [421, `127.0.0.1:${port + 1}`],
    [421, "other.test"],
    [421, "evil.test", "https://wiki.test"],
    [403, own, "https://evil.test"],
    [403, own, `http://localhost:${port + 1}`],
    [403, own, "null"],
    [403, own, ""],
    [403, "wiki.test", "http://wiki.test"],
  ];
  for (const [status, host, origin] of cases) {
    const headers = { host, ...(origin === undefined ? {} : { origin }) };
    const name = `${host} ${origin}`;
    for (const path of ["/healthz", "/.well-known/oauth-protected-resource/mcp"]) {
      t.equal((await send(port, { path, headers })).status, status, `${name} ${path}`);
    }
    t.equal((await send(port, { path: "/else", headers })).status, status === 200 ? 404 : status, name);
    t.equal((await post(port, "ping", {}, { ...mcpHeaders, ...headers })).status, status, name);
  }
});

t.test("[bridge.hosts] a request without a Host, with two, or with one in its target is refused", async (t) => {
  const { port } = await startBridge(t, staticMode);
  const requests = [
    "GET /healthz HTTP/1.0\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\nConnection: close\r\n\r\n",
    "GET http://evil.test/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  ];
  for (const request of requests) t.match(await sendBytes(port, request), /^HTTP\/1\.1 (421|400) /, request);
});

t.test("[bridge.methods] everything but POST is 405", async (t) => {
  const { port } = await startBridge(t, staticMode);
  for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"]) {
    t.match(await send(port, { method, headers: mcpHeaders }), { status: 405, headers: { allow: "POST" } }, method);
  }
});

t.test("[bridge.body-limit] a body up to 4 MiB is taken, a larger one is 413, told or not", async (t) => {
  const { port } = await startBridge(t, staticMode);
  const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const sized = (bytes: number) => call.padEnd(bytes);
  t.equal((await send(port, { method: "POST", headers: mcpHeaders, body: sized(4 * MiB) })).status, 200);
  const larger = sized(4 * MiB + 1);
  const told = { ...mcpHeaders, "content-length": larger.length };
  const untold = { ...mcpHeaders, "transfer-encoding": "chunked" };
  for (const headers of [told, untold])
    t.equal((await send(port, { method: "POST", headers, body: larger })).status, 413);
});

t.test("[bridge.body-limit] a body up to 10,000 values is taken, one with more is 413 however deep", async (t) => {
  const { port } = await startBridge(t, staticMode);
  // Beside them there are the message, its four members and the list.
  const values = (count: number) =>
    `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"x":[${"1,".repeat(count)}1]}}}`;
  t.equal((await send(port, { method: "POST", headers: mcpHeaders, body: values(9_990) })).status, 200);
  for (const body of [values(10_000), "[".repeat(20_000), `${"[".repeat(20_000)}${"]".repeat(20_000)}`])
    t.equal((await send(port, { method: "POST", headers: mcpHeaders, body })).status, 413);
});

t.test("[bridge.bad-body] what is not JSON in UTF-8 is 400 with -32700, and nothing of it is told", async (t) => {
  const { port } = await startBridge(t, staticMode);
  const bodies = [
    "",
    "s3cret",
    '{"a":',
    "\ufeff{}",
    Buffer.from('{"jsonrpc":"2.0","id":1,"method":"p\xff"}', "latin1"),
  ];
  for (const body of [...bodies, "[]x", "nul", '"text"', "1", "{}"]) {
    const answer = await send(port, { method: "POST", headers: mcpHeaders, body });
    t.match(answer, { status: 400 }, String(body));
    t.match(answer.json(), { jsonrpc: "2.0", id: null, error: { code: -32700 } });
    t.notMatch(answer.body, /s3cret/);
  }
  const zipped = { ...mcpHeaders, "content-encoding": "gzip" };
  t.equal((await send(port, { method: "POST", headers: zipped, body: "{}" })).status, 415);
});

t.test("[bridge.healthz] it says that the bridge is up and nothing more, and there is nothing else", async (t) => {
  const { port } = await startBridge(t, staticMode);
  const up = await send(port, { path: "/healthz" });
  t.match(up, { status: 200, body: '{"status":"ok"}' });
  t.equal(up.headers["x-powered-by"], undefined);
  for (const path of [
    "/",
    "/MCP",
    "/mcp/",
    "/mcp/x",
    "//mcp",
    "/healthz/",
    "/.well-known/oauth-protected-resource",
    "/%",
  ]) {
    t.match(await send(port, { method: "POST", path, headers: mcpHeaders, body: "{}" }), { status: 404 }, path);
  }
});
