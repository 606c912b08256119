import t from "tap";
import { classifyBytes } from "../../../../src/main/bridge/http/strange-bytes.ts";

t.test("[bridge.strange-bytes] bytes are classed by their beginning", async (t) => {
  const cases: readonly [string, string, string][] = [
    ["empty", "", "latin1"],
    ["http2-preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "latin1"],
    ["tls-clienthello", "160301", "hex"],
    ["tls-clienthello", "160303ff", "hex"],
    ["binary-non-http", "16", "hex"],
    ["binary-non-http", "80", "hex"],
    ["binary-non-http", "474554202f00", "hex"],
    ["unknown", "SSH-2.0-client\r\n", "latin1"],
    ["unknown", "\t", "latin1"],
    ["unknown", `${"x".repeat(64)}\x00`, "latin1"],
  ];
  for (const [name, bytes, encoding] of cases) {
    t.equal(classifyBytes(Buffer.from(bytes, encoding as BufferEncoding)), name, JSON.stringify(bytes));
  }
});
