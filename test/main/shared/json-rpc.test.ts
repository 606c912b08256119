import { isJSONRPCNotification, isJSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import fc from "fast-check";
import t from "tap";
import { type Incoming, readLine, refuseOverlong } from "../../../src/main/shared/json-rpc.ts";

const read = (line: string) => readLine(Buffer.from(line));

/** `<code> <id>` of an answer, else the kind. */
function brief(incoming: Incoming): string {
  if (incoming.kind !== "error") return incoming.kind;
  return `${incoming.answer.error.code} ${JSON.stringify(incoming.answer.id)}`;
}

const request = (more: string) => `{"jsonrpc":"2.0","id":7,"method":"m"${more}}`;

t.test("[mcp.bad-lines] what a line is answered with", async (t) => {
  const cases: Record<string, string> = {
    "": "nothing",
    " \t \r": "nothing",
    "\u00a0": "-32700 null",
    "{": "-32700 null",
    "{}{}": "-32700 null",
    "\ufeff{}": "-32700 null",
    null: "-32600 null",
    "7": "-32600 null",
    '"text"': "-32600 null",
    "[]": "-32600 null",
    [`[${request("")}]`]: "-32600 null",
    "{}": "-32600 null",
    '{"id":7,"method":"m"}': "-32600 null",
    '{"jsonrpc":"1.0","id":7,"method":"m"}': "-32600 null",
    '{"jsonrpc":2.0,"id":7,"method":"m"}': "-32600 null",
    '{"jsonrpc":"2.0"}': "-32600 null",
    '{"jsonrpc":"2.0","id":7}': "-32600 null",
    '{"jsonrpc":"2.0","id":7,"method":1}': "-32600 null",
    '{"jsonrpc":"2.0","method":1}': "-32600 null",
    '{"jsonrpc":"2.0","id":null,"method":"m"}': "-32600 null",
    '{"jsonrpc":"2.0","id":true,"method":"m"}': "-32600 null",
    '{"jsonrpc":"2.0","id":{},"method":"m"}': "-32600 null",
    '{"jsonrpc":"2.0","id":[7],"method":"m"}': "-32600 null",
    '{"jsonrpc":"2.0","id":1.5,"method":"m"}': "-32600 null",
    '{"jsonrpc":"2.0","id":1e400,"method":"m"}': "-32600 null",
    '{"jsonrpc":"2.0","id":9007199254740992,"method":"m"}': "-32600 null",
    [request("")]: "request",
    [` ${request("")} \r`]: "request",
    [request(',"params":{}')]: "request",
    [request(',"result":1,"unknown":2')]: "request",
    '{"jsonrpc":"2.0","id":0,"method":""}': "request",
    '{"jsonrpc":"2.0","id":"","method":"m"}': "request",
    [request(',"params":null')]: "-32602 7",
    [request(',"params":[]')]: "-32602 7",
    [request(',"params":"text"')]: "-32602 7",
    [request(',"params":{"_meta":null}')]: "-32602 7",
    [request(',"params":{"_meta":{"progressToken":{}}}')]: "-32602 7",
    [request(',"params":{"_meta":{"progressToken":1.5}}')]: "-32602 7",
    '{"jsonrpc":"2.0","method":"m"}': "notification",
    '{"jsonrpc":"2.0","method":"m","params":[]}': "nothing",
    '{"jsonrpc":"2.0","method":"m","params":{"_meta":3}}': "nothing",
    '{"jsonrpc":"2.0","id":7,"result":{}}': "nothing",
    '{"jsonrpc":"2.0","id":null,"error":{}}': "nothing",
    '{"jsonrpc":"2.0","result":null}': "nothing",
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0}}': "cancellation",
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":""}}': "cancellation",
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":null}}': "nothing",
    '{"jsonrpc":"2.0","method":"notifications/cancelled"}': "nothing",
  };
  for (const [line, expected] of Object.entries(cases)) t.equal(brief(read(line)), expected, line);
});

t.test("[mcp.bad-lines] a line that is not UTF-8 is a parse error", async (t) => {
  const halfPair = Buffer.from([0xed, 0xa0, 0x80]);
  const line = Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":7,"method":"'), halfPair, Buffer.from('"}')]);
  t.equal(brief(readLine(line)), "-32700 null");
});

t.test("an answer names the fault and repeats nothing of the line", async (t) => {
  const incoming = read('{"secret": "in the page"');
  t.match(incoming, { answer: { jsonrpc: "2.0", error: { message: "Parse error: the line is not JSON" } } });
});

t.test("[frame.limit] the answer to an over-long line names the limit", async (t) => {
  const incoming = refuseOverlong(64 * 1024 * 1024);
  t.equal(brief(incoming), "-32600 null");
  t.match(incoming, { answer: { error: { message: /67108864 bytes/ } } });
});

t.test("[mcp.proto-keys] params reach the next layer as JSON.parse made them", async (t) => {
  const incoming = read(request(',"params":{"a":{"__proto__":{"b":1}},"__proto__":2,"constructor":3}'));
  if (incoming.kind !== "request") return t.fail(incoming.kind);
  const { params } = incoming.message;
  t.strictSame(Object.keys(params ?? {}), ["a", "__proto__", "constructor"]);
  t.strictSame(Object.keys(params?.a as object), ["__proto__"]);
});

t.test("members that are not the protocol's are left out", async (t) => {
  const incoming = read('{"__proto__":{},"jsonrpc":"2.0","id":"a","x":1,"method":"m","params":{"p":1}}');
  t.strictSame(incoming, {
    kind: "request",
    message: { jsonrpc: "2.0", id: "a", method: "m", params: { p: 1 } },
  });
});

t.test("a request with an id is handed on or answered, and what is handed on passes the SDK's check", async () => {
  const id = fc.oneof(fc.string(), fc.maxSafeInteger());
  const params = fc.oneof(fc.jsonValue(), fc.record({ _meta: fc.jsonValue(), p: fc.jsonValue() }));
  await fc.assert(
    fc.property(id, fc.string(), params, (id, method, params) => {
      const incoming = read(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      if (incoming.kind === "request") return incoming.message.id === id && isJSONRPCRequest(incoming.message);
      return incoming.kind === "error" && incoming.answer.id === id;
    }),
    { numRuns: 2000 },
  );
});

t.test("any JSON at all is sorted without a throw", async () => {
  const member = fc.oneof(fc.jsonValue(), fc.constantFrom("2.0", "notifications/cancelled", 0));
  const keys = { jsonrpc: member, id: member, method: member, params: member, result: member, error: member };
  const message = fc.record({ ...keys, jsonrpc: fc.constantFrom("2.0", "2.0", 2) }, { requiredKeys: [] });
  await fc.assert(
    fc.property(fc.oneof(message, fc.jsonValue()), (value) => {
      const incoming = read(JSON.stringify(value));
      return incoming.kind !== "notification" || isJSONRPCNotification(incoming.message);
    }),
    { numRuns: 5000 },
  );
});
