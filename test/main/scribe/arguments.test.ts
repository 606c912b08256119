import t from "tap";
import { readFlags } from "../../../src/main/scribe/arguments.ts";

const flags = { grant: "value", page: "value", json: "switch" } as const;

t.test(
  "[start.grant-sources] values stand behind a flag or an equals sign, switches alone, in any order",
  async (t) => {
    const given = (...args: string[]) => readFlags(args, flags);
    t.strictSame(given(), { kind: "given", flags: {} });
    t.strictSame(given("--json", "--grant", "/a", "--page=b"), {
      kind: "given",
      flags: { json: true, grant: "/a", page: "b" },
    });
    t.strictSame(given("--grant=", "--page", "--json"), { kind: "given", flags: { grant: "", page: "--json" } });
    t.strictSame(given("--grant=a=b\nc"), { kind: "given", flags: { grant: "a=b\nc" } });
    t.strictSame(given("--json", "--help", "--nonsense"), { kind: "help" });
    t.strictSame(given("--version"), { kind: "version" });
  },
);

t.test("[start.bad-argument] the first argument that cannot be used is named, with the way to the help", async (t) => {
  const cases: [string[], string][] = [
    [["--grants", "/a"], 'unknown argument "--grants"'],
    [["/a"], 'unknown argument "/a"'],
    [[""], 'unknown argument ""'],
    [["--json=true"], 'unknown argument "--json=true"'],
    [["--constructor"], 'unknown argument "--constructor"'],
    [["--grant", "/a", "--grant=/b"], "--grant is given twice"],
    [["--json", "--json"], "--json is given twice"],
    [["--page"], "--page has no value"],
  ];
  for (const [args, problem] of cases) {
    t.strictSame(readFlags(args, flags), { kind: "bad", detail: `${problem}; see wyrd-scribe --help` });
  }
});
