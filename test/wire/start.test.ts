import { mkdir, rename, rm, symlink } from "node:fs/promises";
import t from "tap";
import { product } from "../../src/core/product.ts";
import { program, rawClient } from "./raw-client.ts";
import { type Ran, run } from "./run.ts";
import { call, makeVault } from "./vault.ts";

t.setTimeout(120_000);

const scribe = (args: readonly string[], env?: Record<string, string>): Promise<Ran> => run([...program, ...args], env);

t.test("[start.help-version] help and version go to stdout, and the exit code is 0", async (t) => {
  t.match(await scribe(["--help"]), { code: 0, stdout: /Usage: wyrd-scribe --grant DIR/, stderr: "" });
  t.strictSame(await scribe(["--version"]), { code: 0, stdout: `${product.version}\n`, stderr: "" });
});

t.test("[start.refusal-line] every refusal is one line on stderr with its code, and the exit code is 2", async (t) => {
  const vault = await makeVault(t);
  await symlink(vault.path("Arc/source.md"), vault.path("to-file"));
  await symlink("nowhere", vault.path("dangling"));
  const refused: [code: string, args: string[], env?: Record<string, string>][] = [
    ["GRANT_NOT_GIVEN", []],
    ["GRANT_EMPTY", ["--grant", ""]],
    ["GRANT_EMPTY", ["--grant="], { WYRD_GRANT: vault.root }],
    ["GRANT_EMPTY", [], { WYRD_GRANT: "" }],
    ["GRANT_RELATIVE", ["--grant", "Mage"]],
    ["GRANT_RELATIVE", ["--grant", "C:x"]],
    ["GRANT_NOT_EXPANDED", ["--grant", "~/x"]],
    ["GRANT_NOT_EXPANDED", ["--grant", "~\n/x"]],
    ["GRANT_NOT_EXPANDED", ["--grant", "%USERPROFILE%\\x"]],
    ["GRANT_NOT_EXPANDED", [], { WYRD_GRANT: "file:///x" }],
    ["GRANT_NAMESPACED", ["--grant", "\\\\?\\C:\\x"]],
    ["GRANT_BAD_CHARACTERS", ["--grant", `${vault.root}\n`]],
    ["GRANT_TOO_LONG", ["--grant", `/${"a".repeat(4096)}`]],
    ["GRANT_MISSING", ["--grant", vault.path("missing")]],
    ["GRANT_MISSING", ["--grant", vault.path("dangling")]],
    ["GRANT_NOT_A_DIRECTORY", ["--grant", vault.path("Arc/source.md")]],
    ["GRANT_NOT_A_DIRECTORY", ["--grant", vault.path("to-file")]],
    ["BAD_ARGUMENT", ["--grant", vault.root, "--verbose"]],
    ["BAD_ARGUMENT", ["--grant", vault.root, `--grant=${vault.root}`]],
    ["BAD_ARGUMENT", ["--grant"]],
    ["TIER_UNAVAILABLE", ["--grant", vault.root], { WYRD_SCRIBE_TIER: "B" }],
    ["UNRECOGNISED_TIER", ["--grant", vault.path("missing")], { WYRD_SCRIBE_TIER: "A\n" }],
    ["UNRECOGNISED_TIER", ["--grant", vault.root], { WYRD_SCRIBE_TIER: "" }],
  ];
  for (const [code, args, env] of refused) {
    const ran = await scribe(args, env);
    t.match(ran, { code: 2, stdout: "" }, code);
    t.match(ran.stderr, new RegExp(`^wyrd-scribe: refusing to start \\(${code}\\): [^\n]+\n$`), code);
  }
});

t.test("[start.grant-refused] what the client did not expand is shown as it was received", async (t) => {
  const { stderr } = await scribe(["--grant", "~/vault"]);
  t.match(stderr, '"~/vault"');
  t.match(stderr, "full path");
});

t.test("[start.grant-sources] the variable serves, and an explicit --grant wins over it", async (t) => {
  const [one, two] = [await makeVault(t), await makeVault(t)];
  const env = { WYRD_GRANT: one.root };
  for (const [args, vault] of [
    [[], one],
    [["--grant", two.root], two],
    [[`--grant=${two.root}`], two],
  ] as const) {
    const client = rawClient(t, vault.root, { args, env });
    await client.initialize();
    const path = `Mage/${args.length}-${args[0]?.length ?? 0}.md`;
    t.match(await client.writePage(call(path)), { ok: true });
    t.equal(await vault.text(path), "the answer");
    await client.end();
  }
});

t.test("[start.grant-link] a grant reached through a link is its real folder, once and for all", async (t) => {
  const [real, other] = [await makeVault(t), await makeVault(t)];
  const link = `${real.root}-link`;
  await symlink(real.root, link);
  t.teardown(() => rm(link));
  const client = rawClient(t, link);
  await client.initialize();
  t.match(await client.writePage(call("Mage/one.md")), { ok: true });
  await symlink(other.root, `${link}-next`);
  await rename(`${link}-next`, link);
  t.match(await client.writePage(call("Mage/two.md")), { ok: true });
  t.equal((await real.records()).length, 2);
  t.equal(await other.ledger(), "");
});

t.test("[start.no-scribe-folder] without .wyrd it serves, and writes nothing until a person makes it", async (t) => {
  const vault = await makeVault(t);
  await rm(vault.path(".wyrd"), { recursive: true });
  const before = await vault.snapshot();
  const client = rawClient(t, vault.root);
  await client.initialize();
  const refusal = await client.writePage(call("Mage/answer.md"));
  t.match(refusal, { ok: false, reason: "SCRIBE_NOT_INITIALISED", detail: /create the directory `\.wyrd`/ });
  t.strictSame(await vault.snapshot(), before);
  await mkdir(vault.path(".wyrd"));
  t.match(await client.writePage(call("Mage/answer.md")), { ok: true });
});

t.test("[start.writes-nothing] starting and ending leaves the disk and stdout untouched", async (t) => {
  const vault = await makeVault(t);
  const before = await vault.snapshot();
  t.match(await scribe(["--grant", vault.root]), { code: 0, stdout: "", stderr: "" });
  t.strictSame(await vault.snapshot(), before);
  const client = rawClient(t, vault.root);
  await client.initialize();
  await client.request("tools/list");
  t.match(await client.end(), { code: 0 });
  t.strictSame(await vault.snapshot(), before);
});
