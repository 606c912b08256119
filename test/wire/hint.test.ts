import { truncate } from "node:fs/promises";
import t from "tap";
import { rawClient } from "./raw-client.ts";
import { sdkClient } from "./sdk-client.ts";
import { call, cite, MiB, makeVault } from "./vault.ts";

const kinds: [kind: string, quote: string, text: string][] = [
  ["line_endings", "one\ntwo", "one\r\ntwo"],
  ["punctuation", `"It's" - it is...`, "“It’s” — it is…"],
  ["spaces", "10 km", "10\u00a0km"],
  ["zero_width", "transcript", "trans\u00adcript"],
  ["normalization", "café", "cafe\u0301"],
  ["letter_case", "The Last Line", "the last line"],
  ["blanks", "a long line", "a long\n    line"],
  ["several", `"10 Km"`, "“10\u00a0km”"],
];

/** One file a kind, with the passage between words that stand nowhere else. */
const nearMisses = Object.fromEntries(kinds.map(([kind, , text]) => [`Arc/${kind}.md`, `Planted é ${text} around.`]));

t.test("[hint.given] a quote that nearly stands is refused with a hint, and its range is accepted", async (t) => {
  const vault = await makeVault(t, nearMisses);
  const { writePage } = await sdkClient(t, vault.root);
  for (const [kind, quote, text] of kinds) {
    const write = (span: object) => writePage(call(`Mage/${kind}.md`, cite(`Arc/${kind}.md`, span)));
    const before = await vault.snapshot();
    const { structuredContent: refusal } = await write({ quote });
    t.match(refusal, { reason: "SPAN_NOT_FOUND", hint: { kind } });
    t.strictSame(await vault.snapshot(), before, "nothing is matched in silence");

    const { offset, length } = refusal.hint;
    t.match(refusal.detail, `stands at byte offset ${offset}, length ${length}: cite`);
    const { structuredContent: result } = await write({ offset, length });
    t.equal(result.record?.sources[0].spans[0].quote.text, text, kind);
  }
});

t.test("[hint.no-text] a refusal with a hint holds nothing of the source", async (t) => {
  const vault = await makeVault(t, nearMisses);
  const client = rawClient(t, vault.root);
  for (const [kind, quote, text] of kinds) {
    client.postPage(kind, call("Mage/a.md", cite(`Arc/${kind}.md`, { quote })));
    const { result } = await client.answer(kind);
    t.equal(result.structuredContent.hint.kind, kind);
    const said = [result.structuredContent.detail, result.content[0].text, JSON.stringify(result)].join("\n");
    for (const part of ["Planted", "around", text, JSON.stringify(text).slice(1, -1)]) t.notOk(said.includes(part));
  }
});

t.test("[hint.unique] what stands twice under a folding, or not at all, gives no hint", async (t) => {
  const vault = await makeVault(t, { "Arc/near.md": "The end is near. THE END is not.\n" });
  const client = rawClient(t, vault.root);
  for (const quote of ["The End", "the end is far"]) {
    const refusal = await client.writePage(call("Mage/a.md", cite("Arc/near.md", { quote })));
    t.match(refusal, { reason: "SPAN_NOT_FOUND", detail: /^The quote does not occur in "Arc\/near.md"\. Copy/ });
    t.notOk("hint" in refusal, quote);
  }
});

t.test("[hint.given] the hint is for the span that is reported, the first at fault", async (t) => {
  const vault = await makeVault(t, { "Arc/near.md": "one, two, three" });
  const client = rawClient(t, vault.root);
  const spans = [{ quote: "one" }, { quote: "Two" }, { quote: "Three" }];
  const refusal = await client.writePage(call("Mage/a.md", cite("Arc/near.md", ...spans)));
  t.match(refusal, { at: "/derived_from/0/spans/1/quote", hint: { kind: "letter_case", offset: 5, length: 3 } });
});

t.test("[hint.bounded] a source of more than 64 MiB gives none", async (t) => {
  const vault = await makeVault(t, { "Arc/near.md": "The  End" });
  const client = rawClient(t, vault.root);
  const refusal = () => client.writePage(call("Mage/a.md", cite("Arc/near.md", { quote: "The End" })));
  await truncate(vault.path("Arc/near.md"), 64 * MiB + 1);
  t.notOk("hint" in (await refusal()));
  await truncate(vault.path("Arc/near.md"), MiB);
  t.match(await refusal(), { hint: { kind: "blanks", offset: 0, length: 8 } });
});
