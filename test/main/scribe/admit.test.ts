import t from "tap";
import { admit } from "../../../src/main/scribe/admit.ts";

const entry = (source: string, ...quotes: string[]) => ({ source, spans: quotes.map((quote) => ({ quote })) });
const call = (change: object) => ({ path: "a.md", content: "", derived_from: [], ...change });

const refused = (args: unknown): [code: string, at: string | null] | null => {
  const admission = admit(args, false);
  return admission.ok ? null : [admission.refusal.code, admission.refusal.at];
};

t.test("[write.order] of several faults the first in the contract's order is refused", async (t) => {
  const faults: [change: object, code: string, at: string][] = [
    [{ derived_from: [entry("s", "\ud800")] }, "SPAN_INVALID_QUOTE", "/derived_from/0/spans/0/quote"],
    [{ path: "../a.md" }, "ESCAPES", "/path"],
    [{ path: "a.txt" }, "NOT_MARKDOWN", "/path"],
    [{ derived_from: [entry("/s", "q")] }, "BAD_INPUT", "/derived_from/0/source"],
    [{ derived_from: Array(65).fill(entry("s", "q")) }, "LINEAGE_LINE_TOO_LARGE", "/derived_from"],
    [{ derived_from: [entry("s/".repeat(2050), "q")] }, "NAME_TOO_LONG", "/derived_from/0/source"],
    [{ content: "é".repeat(8 * 1024 * 1024 + 1) }, "PAGE_TOO_LARGE", "/content"],
    [{ derived_from: [entry("s", "é".repeat(512 * 1024 + 1))] }, "SPAN_INVALID_QUOTE", "/derived_from/0/spans/0/quote"],
  ];
  for (const [change, code, at] of faults) t.strictSame(refused(call(change)), [code, at]);
  for (const [index, [first, code]] of faults.entries()) {
    for (const [second] of faults.slice(index + 1)) {
      t.equal(refused(call({ ...second, ...first, ...both(first, second) }))?.[0], code);
    }
  }
});

/** Both faults in one call, where both are among the citations. */
function both(first: { derived_from?: object[] }, second: { derived_from?: object[] }): object {
  if (first.derived_from === undefined || second.derived_from === undefined) return {};
  return { derived_from: [...first.derived_from, ...second.derived_from] };
}

t.test("[write.limits] 64 entries, 256 spans and 16 MiB are taken", async (t) => {
  const quotes = Array(4).fill("q");
  t.equal(refused(call({ derived_from: Array(64).fill(entry("s", ...quotes)) })), null);
  t.strictSame(
    refused(call({ derived_from: [...Array(63).fill(entry("s", ...quotes)), entry("s", ...quotes, "q")] })),
    ["LINEAGE_LINE_TOO_LARGE", "/derived_from"],
  );
  t.equal(refused(call({ content: "x".repeat(16 * 1024 * 1024) })), null);
  t.equal(refused(call({ derived_from: [entry("s", "x".repeat(1024 * 1024))] })), null);
});

t.test("[mcp.numbers] a negative zero is admitted as zero", async (t) => {
  const admission = admit(call({ derived_from: [{ source: "s", spans: [{ offset: -0, length: 3.0 }] }] }), false);
  t.ok(admission.ok && Object.is(admission.call.entries[0]?.asks[0]?.offset, 0));
});

t.test("[mcp.bad-input] a lone surrogate is refused where it stands", async (t) => {
  t.strictSame(refused(call({ path: "\ud800.md" })), ["BAD_INPUT", "/path"]);
  t.strictSame(refused(call({ content: "a\udc00" })), ["BAD_INPUT", "/content"]);
  t.strictSame(refused(call({ derived_from: [entry("s", "q"), entry("\ud800", "q")] })), [
    "BAD_INPUT",
    "/derived_from/1/source",
  ]);
});
