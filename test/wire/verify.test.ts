import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFile, cp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import t, { type Test } from "tap";
import reportSchema from "../../schemas/verify-report.json" with { type: "json" };
import type { VerifyReport } from "../../src/core/contract.generated.ts";
import { unprintable } from "../../src/core/grant-path.ts";
import {
  cited,
  config,
  type Damageable,
  damageable,
  damagesOfAll,
  damagesOfOne,
  ledger,
  short,
  spans,
} from "./damages.ts";
import { program, rawClient } from "./raw-client.ts";
import { type Ran, run } from "./run.ts";
import { call, folderPrefix, makeFolder, makeVault, sourceText, type Vault } from "./vault.ts";

t.setTimeout(120_000);

const verify = (root: string, ...args: string[]): Promise<Ran> => run([...program, "verify", "--grant", root, ...args]);

/**
 * A vault whose pages the real server wrote, numbered from 1: `Mage/N.md` has its record in line N, which cites two short
 * passages and a long one of `Arc/N.md`.
 */
async function written(t: Test, pages: number): Promise<Damageable & Pick<Vault, "snapshot">> {
  const numbers = Array.from({ length: pages }, (_, at) => at + 1);
  const vault = await makeVault(t, Object.fromEntries(numbers.map((n) => [`Arc/${n}.md`, cited])));
  const vault_id = "7b1d3f0e-8a6c-4e5b-9d2f-1a3c5e7f9b0d";
  await writeFile(vault.path(config), JSON.stringify({ schema: "wyrd.scribe/v1", vault_id, write_frontmatter: true }));
  const client = rawClient(t, vault.root);
  for (const n of numbers) {
    const args = { path: `Mage/${n}.md`, content: `# ${n}\n`, derived_from: [{ source: `Arc/${n}.md`, spans }] };
    t.match(await client.writePage(args), { ok: true });
  }
  await client.end();
  return { ...damageable(vault.root), snapshot: vault.snapshot };
}

async function copyOf(t: Test, vault: Damageable): Promise<Damageable> {
  const root = await makeFolder(t);
  await cp(vault.root, root, { recursive: true });
  return damageable(root);
}

/** The JSON report, checked against its schema. */
function report({ stdout }: Ran): VerifyReport {
  const value: unknown = JSON.parse(stdout);
  const ajv = new Ajv2020({ allowUnionTypes: true });
  if (!ajv.validate(reportSchema, value)) throw new Error(ajv.errorsText());
  return value as VerifyReport;
}

const found = (ran: Ran): string[] =>
  report(ran).findings.map(({ line, kind, what, path }) => `${line ?? "-"} ${kind} ${path ?? "-"} ${what}`);

t.test(
  "[verify.ledger] [verify.pages] [verify.sources] [verify.frontmatter] [verify.reads-only] each of many damages is found, and nothing else",
  async (t) => {
    const vault = await written(t, damagesOfOne.length);
    for (const [at, [, damage]] of damagesOfOne.entries()) await damage(vault, at + 1);
    const before = await vault.snapshot();
    const ran = await verify(vault.root, "--json");
    t.equal(ran.code, 1);
    t.notMatch(ran.stdout + ran.stderr, folderPrefix, "only grant-relative paths");
    t.strictSame(await vault.snapshot(), before, "it only reads");

    const { findings } = report(ran);
    const numberOf = ({ path, line }: (typeof findings)[number]): number => Number(path?.match(/\d+/)?.[0] ?? line);
    for (const [at, [name, , expected]] of damagesOfOne.entries()) {
      const own = findings.filter((finding) => numberOf(finding) === at + 1);
      t.strictSame(
        own.map(({ kind, what }) => `${kind} ${what}`),
        expected,
        name,
      );
      t.ok(
        own.every(({ line, what }) => line === at + 1 || what === "no_record"),
        "at its line",
      );
    }
    t.equal(findings.length, damagesOfOne.flatMap(([, , expected]) => expected).length);
  },
);

t.test("[verify.ledger] a damage of the ledger hides nothing else", async (t) => {
  const vault = await written(t, 3);
  for (const [name, damage, findings] of damagesOfAll) {
    const damaged = await copyOf(t, vault);
    await damage(damaged);
    const ran = await verify(damaged.root, "--json");
    t.strictSame(found(ran), findings, name);
    t.equal(ran.code, findings.length === 0 ? 0 : 1);
  }
});

t.test("[verify.pages] of a page that was removed and written again the latest record counts", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  await client.writePage(call("Mage/a.md", { content: "first" }));
  await rm(vault.path("Mage/a.md"));
  await writeFile(vault.path("Arc/source.md"), `now: ${sourceText}`);
  await client.writePage(call("Mage/a.md", { content: "second" }));
  const ran = await verify(vault.root, "--json");
  t.match(report(ran), { ok: true, checked: { records: 2, pages: 1, sources: 1, spans: 1 } });
  await appendFile(vault.path("Mage/a.md"), "!");
  t.strictSame(found(await verify(vault.root, "--json")), ["2 page Mage/a.md edited"]);
});

t.test("[verify.checkpoint] an earlier head of the ledger holds while lines are only appended", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  for (const n of [1, 2]) await client.writePage(call(`Mage/${n}.md`));
  const { stdout } = await verify(vault.root);
  const [, checkpoint = "", bytes] = /^checkpoint (\S+) \(2 lines, (\d+) bytes\)\n$/.exec(stdout) ?? [];
  t.equal(Number(bytes), Buffer.byteLength(await vault.ledger()));
  t.equal(
    createHash("sha256")
      .update(await vault.ledger())
      .digest("hex"),
    checkpoint.split(":")[1],
  );
  const expected = async (): Promise<string[]> => found(await verify(vault.root, "--json", "--expect", checkpoint));

  await client.writePage(call("Mage/3.md"));
  t.strictSame(await expected(), []);
  const { edit } = damageable(vault.root);
  await edit(ledger, (text) => text.replace("Mage/2.md", "Mage/3.md"));
  t.strictSame((await expected())[0], "- checkpoint - rewritten");
  await edit(ledger, (text) => text.replace(/\n.*\n.*\n/, "\n"));
  t.strictSame(await expected(), ["- checkpoint - cut_short"]);
  await rm(vault.path(ledger));
  t.strictSame(await expected(), ["- checkpoint - cut_short"]);
});

t.test("[verify.page] with --page only the records of one page are looked at, and their sources", async (t) => {
  const vault = await written(t, 3);
  await rm(vault.path("Mage/1.md"));
  await vault.edit("Arc/2.md", (text) => text.replace(short, "2 or more"));
  await vault.edit(ledger, (text) => `{\n${text}`);
  const onPage = (page: string): Promise<Ran> => verify(vault.root, "--json", "--page", page);
  t.strictSame(found(await onPage("Mage/1.md")), ["2 page Mage/1.md missing"]);
  t.strictSame(found(await onPage("./Mage//2.md")), ["3 source Arc/2.md changed", "3 span Arc/2.md gone"]);
  const third = await onPage("Mage/3.md");
  t.match(report(third), { ok: true, checked: { records: 1, pages: 1, sources: 1, spans: 3 } });
  t.equal(third.code, 0);
  t.strictSame(found(await onPage("Mage/4.md")), ["- page Mage/4.md no_record"]);
});

t.test("[verify.output] all is well: the checkpoint, and nothing else", async (t) => {
  const vault = await written(t, 2);
  const { code, stdout, stderr } = await verify(vault.root);
  t.match(stdout, /^checkpoint 2:[0-9a-f]{64} \(2 lines, \d+ bytes\)\n$/);
  t.strictSame({ code, stderr }, { code: 0, stderr: "" });
  t.match(report(await verify(vault.root, "--json")), { ok: true, error: null, ledger: { path: ledger, lines: 2 } });
});

t.test("[verify.output] a table of findings, with names that cannot be seen escaped", async (t) => {
  const name = "Arc/a\u202eb\u001b[2Jc.md";
  const vault = await makeVault(t, { [name]: sourceText });
  const client = rawClient(t, vault.root);
  await client.writePage(call("Mage/a.md", { derived_from: [{ source: name, spans: [{ quote: "precise" }] }] }));
  await writeFile(vault.path(name), `a ${sourceText}`);
  const { code, stdout } = await verify(vault.root);
  const [, header, source, span, summary] = stdout.split("\n");
  t.match(header, /^ +line +kind +path +what$/);
  t.match(source, /^ +1 +source +"Arc\/a\\u202eb\\u001b\[2Jc.md" +changed$/);
  t.match(span, /^ +1 +span +"Arc\/a\\u202eb\\u001b\[2Jc.md" +moved: 7 bytes at 16 are at 18 now$/);
  t.equal(summary, "2 findings in 1 record, 1 page, 1 citation, 1 span");
  t.equal(code, 1);
  const json = await verify(vault.root, "--json");
  t.notMatch(json.stdout.replaceAll("\n", ""), unprintable);
  t.equal(report(json).findings[0]?.path, name);
});

t.test("[verify.live] while servers write to the vault, nothing is found that is only under way", async (t) => {
  const vault = await written(t, 1);
  let over = false;
  let pages = 0;
  const writing = [1, 2].map(async () => {
    const client = rawClient(t, vault.root);
    const writer = async (): Promise<void> => {
      while (!over) {
        const args = { path: `Mage/live ${++pages}.md`, content: "", derived_from: [{ source: "Arc/1.md", spans }] };
        t.match(await client.writePage(args), { ok: true });
      }
    };
    await Promise.all([writer(), writer(), writer()]);
  });
  const reports: VerifyReport[] = [];
  while (reports.length < 4) reports.push(report(await verify(vault.root, "--json")));
  over = true;
  await Promise.all(writing);
  t.ok((reports.at(-1)?.ledger?.lines ?? 0) > (reports[0]?.ledger?.lines ?? 0), "the ledger grew");
  t.strictSame(
    reports.flatMap(({ findings }) => findings),
    [],
  );
});

t.test("[verify.nothing] a folder with an empty ledger, without one, or without .wyrd is well", async (t) => {
  const vault = await makeVault(t);
  await writeFile(vault.path(ledger), "");
  t.match(report(await verify(vault.root, "--json")), { ok: true, ledger: { lines: 0, bytes: 0 } });
  await rm(vault.path(ledger));
  t.match(report(await verify(vault.root, "--json")), { ok: true, ledger: null, findings: [] });
  await rm(vault.path(".wyrd"), { recursive: true });
  t.strictSame(await verify(vault.root), { code: 0, stdout: "", stderr: "" });
});

t.test("[verify.could-not-run] what keeps it from running is one line on stderr, and exit code 2", async (t) => {
  const vault = await makeVault(t);
  const unusable = [
    () => symlink("../Arc/source.md", vault.path(ledger)),
    () => symlink("nowhere", vault.path(ledger)),
    () => mkdir(vault.path(ledger)),
    () => execFileSync("mkfifo", [vault.path(ledger)]),
  ];
  for (const make of unusable) {
    await make();
    const ran = await verify(vault.root, "--json");
    t.match(ran, { code: 2, stderr: /^wyrd-scribe: could not verify \(LEDGER_UNUSABLE\): [^\n]+\n$/ });
    t.match(report(ran), { ok: false, ledger: null, checked: null, error: { code: "LEDGER_UNUSABLE" } });
    await rm(vault.path(ledger), { recursive: true });
  }
  await rm(vault.path(".wyrd"), { recursive: true });
  await symlink("Arc", vault.path(".wyrd"));
  t.match(await verify(vault.root), { code: 2, stdout: "", stderr: "(SCRIBE_NOT_INITIALISED)" });
  t.match(await verify(vault.path("nowhere")), { code: 2, stdout: "", stderr: "(GRANT_MISSING)" });
  t.match(await verify(vault.root, "--expect", "1"), { code: 2, stdout: "", stderr: "(BAD_ARGUMENT)" });
});
