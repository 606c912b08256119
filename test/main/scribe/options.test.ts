import t from "tap";
import { readOptions } from "../../../src/main/scribe/options.ts";

const read = (args: string[], env: Record<string, string> = {}, windows = false): string => {
  const options = readOptions(args, env, windows);
  if (options.kind === "serve") return options.grant;
  return options.kind === "refused" ? options.refusal.code : options.kind;
};

t.test(
  "[start.grant-sources] --grant in either spelling, else WYRD_GRANT; an explicit one wins even when empty",
  async (t) => {
    t.equal(read(["--grant", "/a"]), "/a");
    t.equal(read(["--grant=/a"]), "/a");
    t.equal(read([], { WYRD_GRANT: "/b" }), "/b");
    t.equal(read(["--grant", "/a"], { WYRD_GRANT: "/b" }), "/a");
    t.equal(read(["--grant", ""], { WYRD_GRANT: "/b" }), "GRANT_EMPTY");
    t.equal(read(["--grant="], { WYRD_GRANT: "/b" }), "GRANT_EMPTY");
    t.equal(read([]), "GRANT_NOT_GIVEN");
    t.equal(read([], { WYRD_GRANT: "" }), "GRANT_EMPTY");
  },
);

t.test("[start.bad-argument] what is not understood is named, with the way to the help", async (t) => {
  for (const args of [
    ["--grants", "/a"],
    ["/a"],
    ["--grant"],
    ["--grant", "/a", "--grant=/b"],
    ["--grant", "/a", ""],
  ]) {
    const options = readOptions(args, {}, false);
    t.equal(options.kind === "refused" && options.refusal.code, "BAD_ARGUMENT", args.join(" "));
    t.match(options.kind === "refused" && options.refusal.detail, /--help$/);
  }
});

t.test("[start.tier] the tier is compared exactly and before the grant", async (t) => {
  const refusal = (tier: string) => {
    const options = readOptions([], { WYRD_SCRIBE_TIER: tier }, false);
    return options.kind === "refused" ? options.refusal : null;
  };
  t.equal(refusal("A")?.code, "GRANT_NOT_GIVEN");
  t.match(refusal("B"), { code: "TIER_UNAVAILABLE", detail: /tier B/ });
  t.match(refusal("C"), { code: "TIER_UNAVAILABLE", detail: /tier C/ });
  for (const tier of ["", "a", " A", "A\n", "D"]) {
    t.match(refusal(tier), { code: "UNRECOGNISED_TIER" });
    t.ok(refusal(tier)?.detail.includes(JSON.stringify(tier)));
  }
});

t.test("[start.grant-refused] the text of a grant is refused by name", async (t) => {
  const cases: Record<string, string> = {
    relative: "GRANT_RELATIVE",
    "./x": "GRANT_RELATIVE",
    "C:x": "GRANT_RELATIVE",
    "C:\\x": "GRANT_RELATIVE",
    "~/x": "GRANT_NOT_EXPANDED",
    "~": "GRANT_NOT_EXPANDED",
    "${HOME}/x": "GRANT_NOT_EXPANDED",
    "/a/${workspaceFolder}": "GRANT_NOT_EXPANDED",
    "%USERPROFILE%\\x": "GRANT_NOT_EXPANDED",
    "file:///x": "GRANT_NOT_EXPANDED",
    "\\\\?\\C:\\x": "GRANT_NAMESPACED",
    "/a\0b": "GRANT_BAD_CHARACTERS",
    "/a\nb": "GRANT_BAD_CHARACTERS",
    "/a\u202eb": "GRANT_BAD_CHARACTERS",
    "/a\u200bb": "GRANT_BAD_CHARACTERS",
    [`/${"a".repeat(4096)}`]: "GRANT_TOO_LONG",
    "/a b/ü": "/a b/ü",
  };
  for (const [grant, expected] of Object.entries(cases))
    t.equal(read([`--grant=${grant}`]), expected, grant.slice(0, 40));
  t.equal(read(["--grant=C:\\x"], {}, true), "C:\\x");
  t.equal(read(["--grant=C:x"], {}, true), "GRANT_RELATIVE");
  t.equal(read(["--grant=\\\\server\\share\\x"], {}, true), "\\\\server\\share\\x");
  const shown = readOptions(["--grant=~/x"], {}, false);
  t.ok(shown.kind === "refused" && shown.refusal.detail.includes('"~/x"'), "an unexpanded grant is shown as received");
});

t.test("[verify.output] verify takes a grant, a page, an expectation and the form of the report", async (t) => {
  const verify = (...args: string[]) => readOptions(["verify", ...args], { WYRD_SCRIBE_TIER: "C" }, false);
  const sha256 = "0123456789abcdef".repeat(4);
  const plain = { kind: "verify", grant: "/a", page: null, expect: null, json: false };
  t.strictSame(verify("--grant", "/a"), plain, "whatever the tier is");
  t.strictSame(readOptions(["verify", "--json"], { WYRD_GRANT: "/a" }, false), { ...plain, json: true });
  t.strictSame(verify("--grant=/a", "--page", "./b//../c.md"), { ...plain, page: "c.md" });
  t.strictSame(verify("--grant=/a", `--expect=12:${sha256.toUpperCase()}`), {
    ...plain,
    expect: { lines: 12, sha256 },
  });
  t.match(verify("--help"), { kind: "help" });
  const refused: [string[], string, string?][] = [
    [[], "GRANT_NOT_GIVEN"],
    [["--grant", "a"], "GRANT_RELATIVE"],
    [["--grant", "/a", "--page", "../b"], "BAD_ARGUMENT", '"../b"'],
    [["--grant", "/a", "--page", ""], "BAD_ARGUMENT"],
    [["--grant", "/a", "--page", "/b"], "BAD_ARGUMENT"],
    [["--grant", "/a", "--expect", sha256], "BAD_ARGUMENT", sha256],
    [["--grant", "/a", "--expect", `1:${sha256}0`], "BAD_ARGUMENT"],
    [["--grant", "/a", "--expect", `-1:${sha256}`], "BAD_ARGUMENT"],
    [["--grant", "/a", "verify"], "BAD_ARGUMENT", '"verify"'],
  ];
  for (const [args, code, detail = /./] of refused)
    t.match(verify(...args), { kind: "refused", refusal: { code, detail } });
});

t.test("[start.bad-argument] only verify takes its own arguments, and only in front", async (t) => {
  for (const args of [
    ["--grant", "/a", "verify"],
    ["--grant", "/a", "--json"],
    ["--grant", "/a", "--page", "b.md"],
  ]) {
    t.equal(read(args), "BAD_ARGUMENT");
  }
});
