import t from "tap";
import { rawClient } from "./raw-client.ts";
import { sdkClient } from "./sdk-client.ts";
import { call, cite, makeVault } from "./vault.ts";

type Refused = [args: object, reason: string, at?: string];

const quote = "precise quotation";

/** Faults of the request alone, then of the vault, then of the sources: in the order in which they are found. */
const byTheirText: Refused[] = [
  [{}, "BAD_INPUT", "/path"],
  [call("Mage/a.md", { content: undefined }), "BAD_INPUT", "/content"],
  [call("Mage/a.md", { extra: 1 }), "BAD_INPUT", "/extra"],
  [call("Mage/a.md", { derived_from: "[]" }), "BAD_INPUT", "/derived_from"],
  [call("Mage/a.md", cite("Arc/source.md")), "BAD_INPUT", "/derived_from/0/spans"],
  [call("Mage/a.md", cite("Arc/source.md", {})), "BAD_INPUT", "/derived_from/0/spans/0"],
  [call("Mage/a.md", cite("Arc/source.md", { offset: 1 })), "BAD_INPUT", "/derived_from/0/spans/0/length"],
  [call("Mage/a.md", cite("Arc/source.md", { quote: "" })), "BAD_INPUT", "/derived_from/0/spans/0/quote"],
  [call("Mage/a.md", cite("Arc/source.md", { quote, "a/b": 1 })), "BAD_INPUT", "/derived_from/0/spans/0/a~1b"],
  [call("Mage/a.md", { content: "\ud800" }), "BAD_INPUT", "/content"],
  [call("/Mage/a.md"), "BAD_INPUT", "/path"],
  [call("C:a.md"), "BAD_INPUT", "/path"],
  [call("Mage\\a.md"), "BAD_INPUT", "/path"],
  [call("Mage/a\0.md"), "BAD_INPUT", "/path"],
  [call("Mage/../../a.md"), "ESCAPES", "/path"],
  [call("Mage/.."), "IS_ROOT", "/path"],
  [call("Arc/a.md"), "ARC_IMMUTABLE", "/path"],
  [call("ARC. /a.md"), "ARC_IMMUTABLE", "/path"],
  [call(".wyrd/a.md"), "WYRD_RESERVED", "/path"],
  [call("Mage/a:b.md"), "STREAM_SYNTAX", "/path"],
  [call("Mage/con.md"), "RESERVED_NAME", "/path"],
  [call("Mage /a.md"), "BAD_NAME", "/path"],
  [call("Mage/a\u200b.md"), "BAD_NAME", "/path"],
  [call(`Mage/${"é".repeat(127)}.md`), "NAME_TOO_LONG", "/path"],
  [call("Mage/a.txt"), "NOT_MARKDOWN", "/path"],
  [call("Mage/a.md", cite("../a", { quote })), "ESCAPES", "/derived_from/0/source"],
  [call("Mage/a.md", cite("Arc/..", { quote })), "IS_ROOT", "/derived_from/0/source"],
  [call(`${"a/".repeat(2048)}a.md`), "NAME_TOO_LONG", "/path"],
];

const byTheVault: Refused[] = [
  [call("Arc/../Mage/taken.md"), "EXISTS", "/path"],
  [call("Mage/folder.md"), "EXISTS", "/path"],
  [call("None/a.md"), "MISSING", "/path"],
  [call("Mage/taken.md/a.md"), "NOT_A_DIRECTORY", "/path"],
];

const byTheSources: Refused[] = [
  [call("Mage/a.md", cite("Arc/none.md", { quote })), "MISSING", "/derived_from/0/source"],
  [call("Mage/a.md", cite("Arc/source.md/a", { quote })), "NOT_A_DIRECTORY", "/derived_from/0/source"],
  [call("Mage/a.md", cite("Arc", { quote })), "NOT_A_FILE", "/derived_from/0/source"],
  [call("Mage/a.md", cite("Arc/source.md", { quote: "none" })), "SPAN_NOT_FOUND", "/derived_from/0/spans/0/quote"],
  [
    call("Mage/a.md", cite("Arc/source.md", { quote }, { offset: 9, length: 99 })),
    "SPAN_INVALID_RANGE",
    "/derived_from/0/spans/1/length",
  ],
];

const refusals = [...byTheirText, ...byTheVault, ...byTheSources];

t.test("[write.untouched] every refusal leaves the vault byte for byte as it was", async (t) => {
  const vault = await makeVault(t, { "Mage/taken.md": "taken", "Mage/folder.md/page.md": "" });
  const before = await vault.snapshot();
  const { writePage } = await sdkClient(t, vault.root);
  for (const [args, reason, at] of refusals) {
    const { isError, structuredContent } = await writePage(args);
    t.equal(isError, true);
    t.match(structuredContent, { ok: false, reason, at }, `${reason} ${at}`);
    t.match(structuredContent.detail, /\S\.$/);
  }
  t.strictSame(await vault.snapshot(), before);
});

t.test("[write.order] of two faults the one found first is reported, whichever thread was faster", async (t) => {
  const vault = await makeVault(t, { "Mage/taken.md": "taken", "Arc/long.md": "x".repeat(8_000_000) });
  const client = rawClient(t, vault.root);
  const bad = { quote: "none" };
  const entry = (source: string, ...spans: object[]) => ({ source, spans });
  const faults: Refused[] = [
    [{ path: "../a.md", content: 1 }, "BAD_INPUT", "/content"],
    [{ path: "../a.md", derived_from: [entry("/b", bad)] }, "ESCAPES", "/path"],
    [{ path: "Mage/taken.md", derived_from: [entry("../b", bad)] }, "ESCAPES", "/derived_from/0/source"],
    [{ path: "Mage/taken.md", derived_from: [entry("Arc/none.md", bad)] }, "EXISTS", "/path"],
    [
      { derived_from: [entry("Arc/long.md", bad), entry("Arc/none.md", bad)] },
      "SPAN_NOT_FOUND",
      "/derived_from/0/spans/0/quote",
    ],
    [
      { derived_from: [entry("Arc/long.md", { quote: "x" }, bad), entry("Arc/source.md", bad)] },
      "SPAN_AMBIGUOUS",
      "/derived_from/0/spans/0/quote",
    ],
    [
      { derived_from: [entry("Arc/long.md", { offset: 0, length: 1 }), entry("Arc/none.md", bad), entry("Arc", bad)] },
      "MISSING",
      "/derived_from/1/source",
    ],
    [
      { derived_from: [entry("Arc/source.md", { quote }), entry("Arc/none.md", bad), entry("Arc/source.md", bad)] },
      "MISSING",
      "/derived_from/1/source",
    ],
  ];
  for (const [change, reason, at] of faults) {
    t.match(await client.writePage(call("Mage/a.md", change)), { ok: false, reason, at }, `${reason} ${at}`);
  }
});

t.test("[mcp.bad-input] one sentence says where and how to mend it, and nothing is coerced", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  const spans = [{ quote }, { quote }, { offset: 3 }];
  const cases: [change: object, detail: RegExp][] = [
    [cite("Arc/source.md", ...spans), /^derived_from\[0\]\.spans\[2\]: offset needs length beside it\. /],
    [{ derived_from: "[]" }, /^derived_from: send an array, not a string\. /],
    [
      cite("Arc/source.md", { offset: "3", length: 1 }),
      /^derived_from\[0\]\.spans\[0\]\.offset: send an integer, not a string/,
    ],
    [cite("Arc/source.md", { offset: 0.5, length: 1 }), /offset: send an integer, not a fraction/],
    [{ path: ["Mage/a.md"] }, /^path: send a string, not an array/],
    [{ content: null }, /^content: send a string, not null/],
  ];
  for (const [change, detail] of cases) {
    t.match(await client.writePage(call("Mage/a.md", change)), { reason: "BAD_INPUT", detail }, String(detail));
  }
});

t.test("[mcp.proto-keys] __proto__ and constructor are unknown keys at every level", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  const text = JSON.stringify(call("Mage/a.md"));
  for (const key of ["__proto__", "constructor", "toString"]) {
    for (const [before, at] of [
      ['{"path"', `/${key}`],
      ['{"source"', `/derived_from/0/${key}`],
      ['{"quote"', `/derived_from/0/spans/0/${key}`],
    ] as const) {
      const args = text.replace(before, `{"${key}":{},${before.slice(1)}`);
      client.send(
        `{"jsonrpc":"2.0","id":"${at}","method":"tools/call","params":{"name":"write_page","arguments":${args}}}\n`,
      );
      const { result } = await client.answer(at);
      t.match(result.structuredContent, { reason: "BAD_INPUT", at });
    }
  }
});
