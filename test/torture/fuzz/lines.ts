import type { Random } from "../random.ts";
import { anyJson, changed } from "./json.ts";

/** One line of what a client might send and should not, without an LF. */
export function anyLine(random: Random, number: number): Buffer {
  const message = anyMessage(random, number);
  switch (random.below(8)) {
    case 0:
      return Buffer.from(random.several(0, 60, () => anyByte(random)));
    case 1:
      return text(anyJson(random));
    case 2:
      return spoilt(random, text(message));
    case 3:
    case 4:
      return text(message);
    default:
      return text(changed(random, random.oneIn(3) ? changed(random, message) : message));
  }
}

/** A message of the protocol, mostly in good form. */
function anyMessage(random: Random, number: number): object {
  const id = random.pick<unknown>([number, `fuzz ${number}`, 0, "", -1]);
  const request = (method: string, params?: unknown) => ({ jsonrpc: "2.0", id, method, params });
  const notification = (method: string, params?: unknown) => ({ jsonrpc: "2.0", method, params });
  switch (random.below(16)) {
    case 0:
      return request("initialize", {
        protocolVersion: random.pick(["2025-06-18", "2024-11-05", "1"]),
        capabilities: {},
        clientInfo: { name: "fuzz", version: "1" },
      });
    case 1:
      return request("tools/list", { cursor: "x" });
    case 2:
      return request(random.pick(["ping", "resources/list", "tasks/get", "logging/setLevel", "", "__proto__"]));
    case 3:
      return notification("notifications/cancelled", { requestId: id });
    case 4:
      return notification(random.pick(["notifications/initialized", "notifications/progress", "x"]), {});
    case 5:
      return { jsonrpc: "2.0", id, result: {} };
    default: {
      const params = { name: "write_page", arguments: anyArguments(random, number), _meta: anyMeta(random) };
      return request("tools/call", random.oneIn(20) ? { ...params, task: { ttl: 1 } } : params);
    }
  }
}

function anyMeta(random: Random): object | undefined {
  return random.pick([
    undefined,
    { progressToken: 0 },
    { progressToken: "token" },
    { "io.modelcontextprotocol/related-task": { taskId: "x" } },
  ]);
}

/** Arguments of write_page that are right, or nearly. */
function anyArguments(random: Random, number: number): object {
  const path = random.pick([`Mage/${number}.md`, `Mage/./${number}.MD`, "Mage/same.md", "Arc/a.md", "../a.md", "Mage"]);
  const number_ = () => random.pick([0, 1, 5, 16, 17, 34, 1000, -1, 2 ** 31, 2 ** 53 - 1]);
  const span = () =>
    random.pick<object>([
      { quote: random.pick(["precise quotation", "A source", "o", "nowhere", "漢字"]) },
      { offset: number_(), length: number_() },
      { offset: 16, length: 17, quote: "precise quotation" },
      { offset: number_() },
    ]);
  const entry = () => ({
    source: random.pick(["Arc/short.md", "Arc/long.txt", "./Mage//deep/unicode.md", "Arc/none.md", "Arc"]),
    spans: random.several(0, 3, span),
  });
  return { path, content: `fuzz ${number}`, derived_from: random.several(0, 2, entry) };
}

/** Bytes taken out, put in or turned over. */
function spoilt(random: Random, line: Buffer): Buffer {
  const bytes = [...line];
  for (let times = 1 + random.below(4); times > 0; times--) {
    const at = random.below(bytes.length);
    const put = random.several(0, 3, () => random.pick([anyByte(random), 0x22, 0x5c, 0x7b, 0x5d, 0x2c]));
    bytes.splice(at, random.below(3), ...put);
  }
  return Buffer.from(bytes);
}

function anyByte(random: Random): number {
  const byte = random.below(256);
  return byte === 0x0a ? 0x0d : byte;
}

function text(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value) ?? "");
}
