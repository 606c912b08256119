import t from "tap";
import { frontmatterTags } from "../../../src/core/text/tags.ts";
import { cpuTime } from "./cpu-time.ts";

const tagsOf = (...lines: string[]): string[] => frontmatterTags(["---", ...lines, "---", "body", ""].join("\n"));

t.test("[bridge.tags] tags are read as YAML means them", async (t) => {
  const cases: [lines: string[], tags: string[]][] = [
    [["tags: garden"], ["garden"]],
    [["tags: garden, work  home,#x"], ["garden", "work", "home", "x"]],
    [["tags: 'garden'"], ["garden"]],
    [['"tags": "#a \\u0062"'], ["a", "b"]],
    [["tags: [a, 'b c', \"#d\"]"], ["a", "b c", "d"]],
    [
      ["tags: [", "  a,", "  b", "]"],
      ["a", "b"],
    ],
    [
      ["tags:", "- a", "- b # why"],
      ["a", "b"],
    ],
    [
      ["tags:", "  - a", "  - ' b '"],
      ["a", "b"],
    ],
    [
      ["tags: |", "  a", "  b c"],
      ["a", "b", "c"],
    ],
    [["tags: &t [a]", "more: *t"], ["a"]],
    [
      ["base: &b [a, b]", "tags: *b"],
      ["a", "b"],
    ],
    [
      ["base: &b a", "tags: [*b, c]"],
      ["a", "c"],
    ],
    [["tags: [a, b, a, '#b']"], ["a", "b"]],
    [
      ["tags: [2024, 1.50, 0x1F, 007, -1, 1e3, .inf, 2024-01-31]"],
      ["2024", "1.50", "0x1F", "007", "-1", "1e3", ".inf", "2024-01-31"],
    ],
    [["tags: 2024"], ["2024"]],
    [["tags: [a, null, true, ~, [b], {c: d}, '', ' ']"], ["a"]],
    [["tags: ['null', 'true']"], ["null", "true"]],
    [["tags: {a: b}"], []],
    [["tags:"], []],
    [["tags: null"], []],
    [["tags: true"], []],
    [["tags: #a"], []],
    [["tags: [élan, 漢字, \u{1f600}]"], ["élan", "漢字", "\u{1f600}"]],
    [["title: x"], []],
    [["Tags: a"], []],
    [["nested:", "  tags: a"], []],
    [["- tags: a"], []],
    [[], []],
  ];
  for (const [lines, tags] of cases) t.strictSame(tagsOf(...lines), tags, JSON.stringify(lines));
});

t.test("[bridge.tags] lines may end in CRLF, and a BOM may come first", async (t) => {
  t.strictSame(frontmatterTags("\ufeff---\r\ntags:\r\n  - a\r\n  - b\r\n---\r\n"), ["a", "b"]);
  t.strictSame(frontmatterTags("---\r\ntags: a b\r\n..."), ["a", "b"]);
  t.strictSame(frontmatterTags("---\r\ntags: a\r\n"), [], "unclosed");
  t.strictSame(frontmatterTags("tags: a\n---\n"), []);
});

t.test("[bridge.tags] broken YAML has no tags, and harms nothing", async (t) => {
  for (const lines of [
    ["tags: [a"],
    ["tags: a", "title: 'x"],
    ["tags: a", "tags: b"],
    ["title: x", "tags: a", "title: y"],
    ["tags: *none"],
    ["tags: [a, *none]"],
    ["tags: a", "\tx: y"],
    ["tags: a", "--- b"],
    ["tags: a", "x: {"],
    ["%YAML 9", "tags: a: b"],
  ]) {
    t.strictSame(tagsOf(...lines), [], JSON.stringify(lines));
  }
});

t.test("[bridge.tags] hostile YAML is given up on in time", async (t) => {
  const levels = "abcdefghijklmnop".split("");
  const bomb = levels.map((name, at) => `${name}: &${name} [${`*${levels[at - 1] ?? "x"},`.repeat(9)}]`);
  const pages = [
    ["x: &x y", ...bomb, "tags: *p"],
    ["x: &x y", `tags: [${"*x,".repeat(20_000)}]`],
    [`tags: ${"[".repeat(60_000)}`],
    [`tags: ${"[".repeat(30_000)}${"]".repeat(30_000)}`],
    [`tags: ${"{a: ".repeat(15_000)}`],
    ["tags: a", ...Array.from({ length: 9000 }, (_, at) => `k${at}:`)],
    [`tags: [${"&a a,".repeat(10_000)}]`],
    [`tags: ${"? ".repeat(30_000)}`],
    [`${"- ".repeat(30_000)}`],
    [`tags: ${"!!x ".repeat(15_000)}`],
    ["tags: |", ...Array.from({ length: 9000 }, () => "  a")],
    ["tags: a", ...Array.from({ length: 30_000 }, () => "]")],
    ["tags: a", "x".repeat(1_000_000)],
  ];
  for (const lines of pages) {
    const taken = cpuTime(() => tagsOf(...lines));
    t.ok(taken < 2000, `${lines.join(" ").slice(0, 40)} took ${taken} ms`);
  }
  t.strictSame(tagsOf("tags: a", `x: ${"x".repeat(65_000)}`), ["a"]);
  t.strictSame(tagsOf("tags: a", `x: ${"x".repeat(66_000)}`), [], "a frontmatter of more than 64 KiB");
});
