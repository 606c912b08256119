import t from "tap";
import { rawClient } from "./raw-client.ts";
import { call, MiB, makeVault } from "./vault.ts";

t.test("[mcp.malformed-call] an unknown tool, and params or arguments that are no object, are -32602", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  await client.initialize();
  const malformed = [
    { name: "read_page", arguments: {} },
    { name: 7, arguments: {} },
    { name: "constructor", arguments: {} },
    { arguments: {} },
    { name: "write_page", arguments: "text" },
    { name: "write_page", arguments: [] },
    { name: "write_page", arguments: null },
    "text",
    ["write_page"],
    7,
    null,
  ];
  for (const params of malformed) {
    t.match(await client.request("tools/call", params), { error: { code: -32602 } }, JSON.stringify(params));
  }
  t.match(await client.request("tools/call"), { error: { code: -32602 } }, "no params");
  t.match(await client.writePage(undefined), { reason: "BAD_INPUT", at: "/path" }, "no arguments are an empty object");
  t.match(await client.writePage(call("Mage/a.md")), { ok: true });
});

t.test("[mcp.unknown-method] an unknown method is -32601, an unknown notification is passed over", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  for (const method of ["resources/list", "tools/write_page", "", "constructor"]) {
    t.match(await client.request(method), { error: { code: -32601 } }, method);
  }
  client.post("notifications/nothing/such");
  t.match(await client.request("ping"), { result: {} });
  t.equal(client.messages.length, 5);
});

t.test("[mcp.bad-lines] lines that are no request are answered with id null, and the session goes on", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const bad: [line: string | Buffer, code: number][] = [
    ["no JSON", -32700],
    ['{"jsonrpc":"2.0","id":1,"method":"ping"', -32700],
    [Buffer.from('{"jsonrpc":"2.0","id":1,"method":"\xff"}', "latin1"), -32700],
    [`${ping}${ping}`, -32700],
    [`[${ping}]`, -32600],
    ["[]", -32600],
    ["null", -32600],
    ["7", -32600],
    ["{}", -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":7}', -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
  ];
  for (const [line, code] of bad) {
    client.send(line);
    client.send("\n");
    t.match(await client.answer(null), { error: { code } }, line.toString("latin1"));
  }
  t.match(await client.request("ping"), { result: {} });
  t.equal(client.messages.length, bad.length + 1, "one answer a line");
});

t.test("[mcp.bad-lines] blank lines, a byte order mark and CRLF are no fault", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  client.send("\ufeff\n\r\n  \t\n");
  client.send('{"jsonrpc":"2.0","id":1,"method":"ping"}\r\n');
  t.match(await client.answer(1), { result: {} });
  t.equal(client.messages.length, 1);
  const marked = rawClient(t, vault.root);
  marked.send('\ufeff{"jsonrpc":"2.0","id":"","method":"ping"}\n');
  t.match(await marked.answer(""), { result: {} });
});

t.test("[mcp.bad-lines] a request may come in single bytes, and many in one piece", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  const ping = (id: number): string =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method: "ping", params: { ü: "€" } })}\n`;
  for (const byte of Buffer.from(ping(0))) client.send(Uint8Array.of(byte));
  t.match(await client.answer(0), { result: {} });
  client.send(Array.from({ length: 100 }, (_, index) => ping(index + 1)).join(""));
  for (let id = 1; id <= 100; id++) t.match(await client.answer(id), { result: {} });
});

t.test("[frame.limit] a message of 80 MiB is answered with the limit, and the next call works", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  await client.initialize();
  client.postPage(1, call("Mage/huge.md", { content: "x".repeat(80 * MiB) }));
  t.match(await client.answer(null), { error: { code: -32600, message: /67108864/ } });
  t.match(await client.writePage(call("Mage/a.md")), { ok: true });
  t.equal(await vault.text("Mage/huge.md"), null);
  t.notOk(client.messages.some(({ id }) => id === 1));
});
