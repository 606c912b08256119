import t from "tap";
import { check } from "../../src/core/contract.ts";

const good = { path: "a.md", content: "", derived_from: [{ source: "s", spans: [{ quote: "q" }] }] };
const withSpan = (span: unknown) => ({ ...good, derived_from: [{ source: "s", spans: [span] }] });

const fault = (value: unknown) => {
  const verdict = check("write-page.input", value);
  return verdict.ok ? null : { at: verdict.at, problem: verdict.problem };
};

t.test("[mcp.bad-input] one violation is one sentence with the place and the fix", async (t) => {
  const span = "/derived_from/0/spans/0";
  const place = "derived_from[0].spans[0]";
  const safe = "must be at most 9007199254740991, the largest safe integer";
  const cases: [value: unknown, at: string, problem: string][] = [
    [[], "", "arguments: send an object, not an array"],
    [{ content: "", derived_from: [] }, "/path", "path is missing"],
    [{ ...good, path: "" }, "/path", "path: must not be empty"],
    [{ ...good, content: null }, "/content", "content: send a string, not null"],
    [{ ...good, derived_from: "[]" }, "/derived_from", "derived_from: send an array, not a string"],
    [
      { ...good, derived_from: [{ source: "s", spans: [] }] },
      "/derived_from/0/spans",
      "derived_from[0].spans: needs at least one span",
    ],
    [{ ...good, "a/b~c": 1 }, "/a~1b~0c", 'arguments: unknown member "a/b~c"; send only path, content, derived_from'],
    [withSpan({}), span, `${place}: send offset and length, or quote, or all three`],
    [withSpan({ offset: 1 }), `${span}/length`, `${place}: offset needs length beside it`],
    [withSpan({ length: 1, quote: "x" }), `${span}/offset`, `${place}: length needs offset beside it`],
    [withSpan({ offset: "1", length: 1 }), `${span}/offset`, `${place}.offset: send an integer, not a string`],
    [withSpan({ offset: 1.5, length: 1 }), `${span}/offset`, `${place}.offset: send an integer, not a fraction`],
    [withSpan({ offset: -1, length: 1 }), `${span}/offset`, `${place}.offset: must be at least 0`],
    [withSpan({ offset: 0, length: 0 }), `${span}/length`, `${place}.length: must be at least 1`],
    [withSpan({ offset: 2 ** 53, length: 1 }), `${span}/offset`, `${place}.offset: ${safe}`],
    [withSpan({ offset: Number.POSITIVE_INFINITY, length: 1 }), `${span}/offset`, `${place}.offset: ${safe}`],
    [withSpan({ quote: "" }), `${span}/quote`, `${place}.quote: must not be empty`],
  ];
  t.equal(fault(good), null);
  for (const [value, at, problem] of cases) t.strictSame(fault(value), { at, problem });
});

t.test("[mcp.proto-keys] __proto__ and constructor are unknown members at every level", async (t) => {
  for (const key of ["__proto__", "constructor"]) {
    const top = JSON.parse(`{"path":"a.md","content":"","derived_from":[],"${key}":{"x":1}}`);
    const deep = JSON.parse(
      `{"path":"a.md","content":"","derived_from":[{"source":"s","spans":[{"quote":"q","${key}":1}]}]}`,
    );
    t.equal(fault(top)?.at, `/${key}`);
    t.equal(fault(deep)?.at, `/derived_from/0/spans/0/${key}`);
  }
});

t.test("[config.strict] a config has exactly its keys, types and forms", async (t) => {
  const config = {
    schema: "wyrd.scribe/v1",
    vault_id: "7b1d3f0e-8a6c-4e5b-9d2f-1a3c5e7f9b0d",
    write_frontmatter: false,
  };
  t.equal(check("scribe-config", config).ok, true);
  for (const wrong of [
    { ...config, extra: 1 },
    { ...config, schema: "wyrd.scribe/v2" },
    { ...config, vault_id: config.vault_id.toUpperCase() },
    { ...config, vault_id: "7b1d3f0e-8a6c-1e5b-9d2f-1a3c5e7f9b0d" },
    { ...config, write_frontmatter: "false" },
    { schema: config.schema, vault_id: config.vault_id },
    null,
    [],
  ]) {
    t.equal(check("scribe-config", wrong).ok, false, JSON.stringify(wrong));
  }
});
