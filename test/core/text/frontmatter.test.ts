import assert from "node:assert/strict";
import fc from "fast-check";
import t from "tap";
import { Document, isCollection, isMap, type Node, parseDocument, type YAMLMap } from "yaml";
import { projectLineage, stampFrontmatter } from "../../../src/core/text/frontmatter.ts";

const value = '{"schema":"wyrd.lineage/v1","sources":[]}';
const keyLine = `wyrd_lineage: ${value}`;

const stamp = (content: string): string => {
  const answer = stampFrontmatter(content, value);
  if (answer.ok) return answer.content;
  assert.equal(answer.refusal.at, "/content");
  return `${answer.refusal.code} ${(answer.refusal.facts as { problem: string }).problem}`;
};

/** The lines of a content's frontmatter, as YAML 1.2 ends them: with LF, CRLF or CR. */
const blockOf = (content: string): string | null => {
  const [opening, ...lines] = content.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  const fence = lines.findIndex((line) => /^(---|\.\.\.)[ \t]*$/.test(line));
  if (!/^---[ \t]*$/.test(opening ?? "") || fence < 0) return null;
  return lines
    .slice(0, fence)
    .map((line) => `${line}\n`)
    .join("");
};

/** Keys and values of a mapping that a strict parser loads without a fault; null for anything else. */
const entriesOf = (block: string | null): [string, string][] | null => {
  if (block === null) return null;
  const document = parseDocument(block, { strict: true, uniqueKeys: true });
  if (document.errors.length > 0 || !isMap(document.contents)) return null;
  const json = (node: unknown) => JSON.stringify(node === null ? null : (node as Node).toJS(document));
  try {
    return document.contents.items.map((pair) => [json(pair.key), json(pair.value)]);
  } catch {
    return null; // an alias without its anchor
  }
};

const stampedEntry = ['"wyrd_lineage"', value];

/** Asserts what holds of every content, and tells whether it was stamped. */
const assertStamp = (content: string): boolean => {
  const answer = stampFrontmatter(content, value);
  if (!answer.ok) return false;
  const stamped = answer.content;
  const [old, now] = [entriesOf(blockOf(content)), entriesOf(blockOf(stamped))];
  if (old !== null) assert.deepEqual(now, [...old, stampedEntry]);

  const eol = stamped.startsWith("\r", stamped.indexOf(keyLine) + keyLine.length) ? "\r\n" : "\n";
  const block = `---${eol}${keyLine}${eol}---${eol}`;
  if (stamped === content.replace(/^\ufeff?/, (bom) => bom + block)) assert.deepEqual(now, [stampedEntry]);
  else assert.equal(stamped.replace(keyLine + eol, ""), content, "nothing else has changed");

  const again = stampFrontmatter(stamped, value);
  assert.equal(again.ok ? null : again.refusal.code, "FRONTMATTER_CONFLICT");
  return true;
};

t.test("[frontmatter.untouched] the key line goes just above the closing fence, and ends like it", async (t) => {
  const cases = [
    "---\ntitle: x\n◆---\nbody\n",
    "---\ntitle: x\n◆...\nbody",
    "---\ntitle: x\n◆---",
    "---\r\ntitle: x\r\n◆---\r\nbody",
    "---\r\ntitle: x\r\n◆---",
    "---\r\ntitle: x\r\n◆---\nbody",
    "---\n◆---\nbody",
    "---\r\n◆---",
    "\ufeff---\ntitle: x\n◆---\nbody",
    "--- \t\ntitle: x\n◆--- \t\nbody",
    "---\n# a comment\n\n◆---\nbody",
    "---\n\n  # a comment\ntitle: x # and one more\n\n# the last\n◆---\n",
    "---\ntitle: x\n◆---\na: 1\n---\n",
  ];
  for (const marked of cases) {
    const content = marked.replace("◆", "");
    const fence = /◆(?:---|\.\.\.)[ \t]*(\r?\n)?/.exec(marked)?.[1] ?? (marked.includes("\r\n") ? "\r\n" : "\n");
    t.equal(stamp(content), marked.replace("◆", keyLine + fence), JSON.stringify(content));
  }
});

t.test("[frontmatter.untouched] a content without frontmatter stays whole under a block of its own", async (t) => {
  const cases: Record<string, string[]> = {
    "\n": [
      "",
      "body",
      "# Title\n\nbody\r\n",
      "\n---\na: 1\n---\n",
      "---",
      "---\n",
      "---\n\nprose\n",
      "---\nprose\n---\nmore\n",
      "---\nprose\na: 1\n---\n",
      "---\n- a: 1\n- b: 2\n---\n",
      "---\n![image](x.png)\n---\n",
      "---\n[link](x.md): y\n---\n",
      "---\n**Note**: y\n---\n",
      "---\n> quote: y\n---\n",
      "---\n| a: | b |\n---\n",
      "---\n% title: x\n---\n",
      "---\n{% raw %}\n---\n",
      "---\n{{greeting}}, reader\n---\n",
      "---\n&nbsp;\n\nprose\n---\n",
      "---\n--- a: 1\n---\n",
      "--- a: 1\n---\n",
      "----\na: 1\n----\n",
      " ---\na: 1\n---\n",
      "---\u2028a: 1\n---\n",
      "one\rtwo",
    ],
    "\r\n": ["# Title\r\n\nbody\n", "---\r\nprose\r\n---\r\n", "one\rtwo\r\n"],
  };
  for (const [eol, contents] of Object.entries(cases)) {
    const block = `---${eol}${keyLine}${eol}---${eol}`;
    for (const content of contents) {
      t.equal(stamp(content), block + content, projectLineage([content]));
      t.equal(stamp(`\ufeff${content}`), `\ufeff${block}${content}`, "a BOM stays first");
    }
  }
});

t.test("[frontmatter.projection] whatever YAML has for a value ends at the key line", async (t) => {
  const cases = [
    "empty:",
    "empty: # comment",
    "tagged: !!str",
    "literal: |\n  ---\n  wyrd_lineage: no\n\n  text",
    "folded: >-\n  text\n ",
    "keep: |+\n  text\n\n",
    "indented: |2-\n    text",
    "plain: one\n  two\n\n  three",
    'quoted: "one\n  two: \\\n  \'three"',
    "quoted: 'one\n  it''s: \"'",
    "list:\n- a: 1\n  b: 2\n-\n- c\n# comment\n- |\n  d",
    "list:\n  - a\n  -\n    wyrd_lineage: no",
    'list: [\n  a, # ]\n\n  \'b]\', "]", it\'s,\n# }\n  {c:"d}, {"e":"}"}\n]',
    "map:\n  wyrd_lineage: no\n  nested:\n    wyrd_lineage: no",
    'json: {"a":"}","wyrd_lineage":{}}',
    "base: &base {a: 1}\n<<: *base\nother: *base",
    "? explicit\n: - a\n  - b",
    "? [complex, key]\n: value",
    "\"quoted key\": 1\n'it''s': 2\nplain key with spaces : 3\n\u65e5\u672c: 4\nurl://x#y: 5\n-dash: 6\n\"\": 7",
    "!!str tagged: 1\n&anchor anchored: 2",
    "wyrd_lineages: 1\nWYRD_LINEAGE: 2\n\"wyrd\\\\x5flineage\": 3\n'wyrd.\\x5flineage': 4",
    "list: [a, # \u2028]\n  b]",
    "no line ends: a\u0085wyrd_lineage:\u2028\u2029",
    "tab:\tx\n\t# comment",
  ];
  for (const yaml of cases) {
    const old = entriesOf(`${yaml}\n`) ?? [];
    t.not(old.length, 0);
    const now = entriesOf(blockOf(stamp(`---\n${yaml}\n---\nbody`)));
    t.strictSame(now, [...old, stampedEntry], projectLineage([yaml]));
  }
});

t.test("[frontmatter.refused] what cannot take the key is refused by its fault", async (t) => {
  const cases: Record<string, string[]> = {
    "FRONTMATTER_CONFLICT key": [
      "wyrd_lineage: 1",
      "a: 1\nwyrd_lineage:\nb: 2",
      "wyrd_lineage : 1",
      "wyrd_lineage\t:\t1",
      '"wyrd_lineage": 1',
      "'wyrd_lineage' : 1",
      '"wyrd\\u005flineage": 1',
      '"\\x77yrd\\U0000005Flineage": 1',
      "!!str wyrd_lineage: 1",
      "&a wyrd_lineage: 1",
      '&a !<tag:yaml.org,2002:str> "wyrd_lineage": 1',
      "? wyrd_lineage\n: 1",
      "?  !!str 'wyrd_lineage' # comment",
      "a: |\n  text\nwyrd_lineage: 1",
    ],
    "FRONTMATTER_CONFLICT flow": [
      "{a: 1}",
      "{}",
      '# comment\n{\n"a": [1,\n2]\n} # comment\n',
      "!!map {a: 1}",
      "{{template}}",
    ],
    "FRONTMATTER_INVALID no_room": [
      'a: "open\nb: 1',
      'a: "open\nclosed"',
      "a: 'open\n'",
      "a: [1,\nb: 1\n]",
      "a: [1,\n2]",
      "a: [[1,\n]]",
      "a: [1",
      "a: [1,#\n  ]",
      "a: {b: 1]",
      "a: b: c",
      "a: - b",
      "a: @b",
      "a: |b",
      'a: "b" c',
      'a: "\\d"',
      "a: 1\nprose",
      "a: 1\n- b",
      "? [a]\n  b\n: c",
      "a: |\n- b",
      'a: "b"\n  c: 1',
      "a: b\n  c: 1",
      "a: b # comment\n  c",
      "a: 1\na: 2",
      "a: 1\n{b: 1}",
      "a: 1\n--- b: 1",
      "a:\n\tb: 1",
      "  a: 1\n  b: 2",
      "!!set\n? a",
      "a: &w wyrd_lineage\n*w : 1",
      "? |-\n  wyrd_lineage\n: 1",
      '? "wyrd_\\\n  lineage"\n: 1',
      "?\n  wyrd_lineage\n: 1",
      `a: 1\n${"k".repeat(1025)}: 1`,
    ],
  };
  for (const [refusal, blocks] of Object.entries(cases)) {
    for (const block of blocks) t.equal(stamp(`---\n${block}\n---\nbody`), refusal, block);
  }
  for (const content of [
    "---\na: 1\n",
    "---\na: 1",
    "---\n\n? a\n",
    "---\na: 1\nprose\n",
    "---\n{a: 1}\n",
    "---\nwyrd_lineage: 1",
  ]) {
    t.equal(stamp(content), "FRONTMATTER_INVALID unclosed", JSON.stringify(content));
  }
  for (const content of ["---\ra: 1\r---\rbody", "---\na: 1\rb: 2\n---\n", "---\na: 1\n---\rbody"]) {
    t.equal(
      stamp(content),
      "FRONTMATTER_INVALID no_room",
      `a lone CR is no end that all parsers see: ${JSON.stringify(content)}`,
    );
  }
});

t.test("[frontmatter.refused] a mapping has to close by line 200, and prose need not", async (t) => {
  const lines = `a:\n${" - b\n".repeat(197)}`;
  t.equal(stamp(`---\n${lines}---\n`), `---\n${lines}${keyLine}\n---\n`);
  t.equal(stamp(`---\n${lines} - b\n---\n`), "FRONTMATTER_INVALID unclosed");
  const prose = `---\n${"\n".repeat(300)}a: 1\n---\n`;
  t.equal(stamp(prose), `---\n${keyLine}\n---\n${prose}`);
});

t.test("[frontmatter.projection] a strict parser loads the projection as the value it is of", async (t) => {
  const text = fc.string({ unit: "binary" });
  const leaf = fc.oneof(text, fc.maxSafeInteger(), fc.boolean(), fc.constant(null));
  fc.assert(
    fc.property(fc.array(leaf), (leaves) => {
      const projection = { sources: [{ spans: leaves }], writer: leaves.map((text) => ({ text })) };
      const json = projectLineage(projection);
      assert.match(json, /^[\x20-\x7e\u{10000}-\u{10ffff}]*$/u);
      const document = parseDocument(`wyrd_lineage: ${json}\n`, { strict: true });
      assert.deepEqual([...document.errors, ...document.warnings], []);
      assert.deepEqual(document.toJS(), { wyrd_lineage: projection });
    }),
  );
  t.equal(
    projectLineage({ text: 'é"\u2028\ufeff\x7f\n\u{1f600}' }),
    '{"text":"\\u00e9\\"\\u2028\\ufeff\\u007f\\n\u{1f600}"}',
  );
});

t.test("[frontmatter.projection] a mapping in any style keeps its keys and gains one", async () => {
  const text = fc.string({ unit: fc.constantFrom(..."ab:#-?&*!|>'\"%@`{}[], \n\té\u2028😀"), maxLength: 12 });
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      fc.oneof(text, fc.integer(), fc.constant(null)),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(text, tie("tree"), { maxKeys: 3 }),
    ),
  }));
  const fields = fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), tree, { minKeys: 1, maxKeys: 4 });
  const style = fc.record({
    defaultStringType: fc.constantFrom("PLAIN", "QUOTE_SINGLE", "QUOTE_DOUBLE", "BLOCK_LITERAL", "BLOCK_FOLDED"),
    defaultKeyType: fc.constantFrom("PLAIN", "QUOTE_SINGLE", "QUOTE_DOUBLE"),
    indentSeq: fc.boolean(),
    lineWidth: fc.constantFrom(0, 20, 80),
  } as const);
  const eol = fc.constantFrom("\n", "\r\n");
  fc.assert(
    fc.property(fields, fc.boolean(), style, eol, fc.string(), (fields, flow, style, eol, body) => {
      const document = new Document(fields);
      const { items } = document.contents as YAMLMap;
      if (flow) for (const { value } of items) if (isCollection(value)) value.flow = true;
      const yaml = document.toString(style).replaceAll("\n", eol);
      const stamped = assertStamp(`---${eol}${yaml}---${eol}${body}`);
      assert.ok(stamped || /^\? /m.test(yaml), yaml);
    }),
    { numRuns: 1000 },
  );
});

/** Lines that are hard to tell from one another. */
const fragments = String.raw`
a: 1␤b: x # c␤c:␤c: x␤d: |␤e: >- # c␤f: |+␤g: &g␤h: *g␤<<: *g␤i: !!str␤j: &w wyrd_lineage␤*w : 1␤k: "open
k: 'open␤k: [1, # ]␤k: {x: [1],␤close"␤  close'␤  "x" y␤  2]␤]␤  }␤}␤l: "x" # c␤l: 'it''s'␤l: [it's, "]", '}']
l: {a:"b", "c":"}"}␤l: [a: b␤l: "\q"␤l: "x\␤l: a: b␤l: - a␤l: @a␤- item␤- k: v␤-␤  - item␤  k: v␤    text␤  ---
---␤...␤--- a: 1␤... a␤# c␤  # c␤  ␤? k␤? [k]␤? |-␤?␤: v␤:␤? wyrd_lineage␤  wyrd_lineage: 1␤  wyrd_lineage
wyrd_lineage: 1␤wyrd_lineage :␤wyrd_lineage␤"wyrd_lineage": 1␤'wyrd_lineage' : 1␤"wyrd\u005flineage": 1
!!str wyrd_lineage: 1␤&a wyrd_lineage: 1␤"": 1␤"q\"k": 1␤'q''k': 1␤two words: 1␤{a: 1}␤{"a": [1,␤{a: 1}: 2
[a]: 1␤[a](b): c␤![a](b)␤%YAML 1.2␤&root␤!!map␤prose␤prose: with: colons␤**bold**: x
> quote: x␤::: note`.split(/[␤\n]/);

t.test("[frontmatter.projection] no heap of lines makes it lose a key, gain two or throw", async () => {
  const fragment = fc.constantFrom(...fragments, "\t", "\tk: v", "a\u0085: 1", "a\u2028: 1");
  const eol = fc.oneof({ weight: 30, arbitrary: fc.constant("\n") }, fc.constantFrom("\r\n", "\r"));
  const opening = fc.constantFrom("---\n", "---\r\n", "\ufeff---\n", "--- \t\n", "---\r", "--- x\n", "");
  const closing = fc.constantFrom("---\n", "---", "...\n", "---\r\nbody\n---\n", "---\r", "");
  const lines = fc.array(fc.tuple(fragment, eol), { maxLength: 7 });
  fc.assert(
    fc.property(opening, lines, closing, (opening, lines, closing) => {
      assertStamp(opening + lines.flat().join("") + closing);
    }),
    { numRuns: 5000 },
  );
});
