import { execFileSync } from "node:child_process";
import { appendFile, cp, mkdir, readFile, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import t, { type Test } from "tap";
import reportSchema from "../../schemas/verify-report.json" with { type: "json" };
import type { VerifyReport } from "../../src/core/contract.generated.ts";
import { unprintable } from "../../src/core/grant-path.ts";
import { program, rawClient } from "./raw-client.ts";
import { type Ran, run } from "./run.ts";
import { call, folderPrefix, MiB, makeFolder, makeVault, sourceText, type Vault } from "./vault.ts";

t.setTimeout(120_000);

const ledger = ".wyrd/lineage.jsonl";
const config = ".wyrd/scribe.json";

const long = `the long passage begins ${"and goes on ".repeat(200)}and ends`;
const short = "two three";
const cited = `one ${short}, four five; ${long}; six seven eight`;
const spans = [{ quote: short }, { quote: "eight" }, { offset: cited.indexOf(long), length: long.length }];

const verify = (root: string, ...args: string[]): Promise<Ran> => run([...program, "verify", "--grant", root, ...args]);

/** A vault to be damaged. */
function damageable(root: string) {
  const path = (relative: string): string => `${root}/${relative}`;
  /** Changes a file's bytes, each a character. */
  const edit = async (file: string, change: (text: string) => string): Promise<void> => {
    const before = await readFile(path(file), "latin1");
    const after = change(before);
    if (after === before) throw new Error(`nothing to change in ${file}`);
    await writeFile(path(file), after, "latin1");
  };
  /** Changes a line of the ledger. */
  const editLine = (number: number, change: (line: string) => string): Promise<void> =>
    edit(ledger, (text) => {
      const lines = text.split("\n");
      return lines.with(number - 1, change(lines[number - 1] ?? "")).join("\n");
    });
  return { root, path, edit, editLine };
}

type Damageable = ReturnType<typeof damageable>;

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

type Row = [name: string, damage: (vault: Damageable, n: number) => unknown, findings: string[]];

/** Done to one page, its source or its line, with `kind what` of all that is found of these then. */
const damagesOfOne: Row[] = [
  ["nothing", () => {}, []],

  ["a line not JSON", (v, n) => v.editLine(n, (line) => line.slice(1)), ["ledger not_json", "frontmatter no_record"]],
  [
    "a line not UTF-8",
    (v, n) => v.editLine(n, (line) => line.replace(short, "\xff")),
    ["ledger not_utf8", "frontmatter no_record"],
  ],
  [
    "a line with NUL",
    (v, n) => v.editLine(n, (line) => line.replace(short, "\0\0")),
    ["ledger nul_run", "frontmatter no_record"],
  ],
  [
    "a line longer than a record",
    (v, n) => v.editLine(n, (line) => line.replace(short, "x".repeat(65_536))),
    ["ledger too_long", "frontmatter no_record"],
  ],
  [
    "a line that is no record",
    (v, n) => v.editLine(n, (line) => line.replace("page_written", "page_read")),
    ["ledger not_a_record", "frontmatter no_record"],
  ],
  [
    "a record of a path that leads out",
    (v, n) => v.editLine(n, (line) => line.replace("Mage/", "../")),
    ["ledger not_a_record", "frontmatter no_record"],
  ],
  [
    "an id of another vault",
    (v, n) => v.editLine(n, (line) => line.replace(/(?<="page":\{.{20,30}"vault_id":")7b1d/, "7b1e")),
    ["ledger foreign_vault_id"],
  ],
  [
    "a time before that of the line above",
    (v, n) => v.editLine(n, (line) => line.replace(/(?<="recorded_at":")\d{4}/, "2001")),
    ["ledger time_backwards", "frontmatter disagrees"],
  ],

  ["an edited page", (v, n) => appendFile(v.path(`Mage/${n}.md`), "!"), ["page edited"]],
  ["a page that grew to 32 MiB", (v, n) => truncate(v.path(`Mage/${n}.md`), 32 * MiB), ["page edited"]],
  ["a missing page", (v, n) => rm(v.path(`Mage/${n}.md`)), ["page missing"]],
  [
    "a folder in place of a page",
    async (v, n) => {
      await rm(v.path(`Mage/${n}.md`));
      await mkdir(v.path(`Mage/${n}.md`));
    },
    ["page not_a_file"],
  ],
  [
    "a FIFO in place of a page",
    async (v, n) => {
      await rm(v.path(`Mage/${n}.md`));
      execFileSync("mkfifo", [v.path(`Mage/${n}.md`)]);
    },
    ["page not_a_file"],
  ],
  [
    "a link in place of a page",
    async (v, n) => {
      await rename(v.path(`Mage/${n}.md`), v.path(`Mage/moved.md`));
      await symlink("moved.md", v.path(`Mage/${n}.md`));
    },
    ["page not_a_file"],
  ],
  [
    "another page in place of a page",
    (v, n) => cp(v.path(`Mage/${n - 1}.md`), v.path(`Mage/${n}.md`), { dereference: true }),
    ["page edited"],
  ],
  ["a copy of a page", (v, n) => cp(v.path(`Mage/${n}.md`), v.path(`Mage/copy.md`)), []],

  ["a source that grew at its end", (v, n) => appendFile(v.path(`Arc/${n}.md`), "\nmore"), ["source changed"]],
  ["a missing source", (v, n) => rm(v.path(`Arc/${n}.md`)), ["source missing"]],
  [
    "a folder in place of a source",
    async (v, n) => {
      await rm(v.path(`Arc/${n}.md`));
      await mkdir(v.path(`Arc/${n}.md`));
    },
    ["source not_a_file"],
  ],
  [
    "a source that moved, and a link to it",
    async (v, n) => {
      await rename(v.path(`Arc/${n}.md`), v.path("Arc/moved.md"));
      await symlink("moved.md", v.path(`Arc/${n}.md`));
    },
    [],
  ],
  [
    "a source that grew at its beginning",
    (v, n) => v.edit(`Arc/${n}.md`, (text) => `so: ${text}`),
    ["source changed", "span moved", "span moved", "span moved"],
  ],
  [
    "a passage that is lost",
    (v, n) => v.edit(`Arc/${n}.md`, (text) => text.replace(short, "2 or more")),
    ["source changed", "span gone"],
  ],
  [
    "a passage twice elsewhere",
    (v, n) => v.edit(`Arc/${n}.md`, (text) => `${text.replace(short, "2 or more")} ${short} ${short}`),
    ["source changed", "span ambiguous"],
  ],
  [
    "a long passage of which the beginning is left",
    (v, n) => v.edit(`Arc/${n}.md`, (text) => text.replace("ends;", "END.;")),
    ["source changed", "span gone"],
  ],
  [
    "a long passage that moved behind the like of it",
    (v, n) => v.edit(`Arc/${n}.md`, (text) => `${text.replace("ends;", "END.;")} ${long}`),
    ["source changed", "span moved"],
  ],
  [
    "a long passage twice elsewhere",
    (v, n) => v.edit(`Arc/${n}.md`, (text) => `${text.replace("ends;", "END.;")} ${long} ${long}`),
    ["source changed", "span ambiguous"],
  ],
  [
    "a forged digest of a span",
    (v, n) => v.editLine(n, (line) => line.replace(/(?<="sha256":")...(?=.{61}","truncated":true)/, "000")),
    ["frontmatter disagrees", "span mismatch"],
  ],
  [
    "a forged text of a span",
    (v, n) => v.editLine(n, (line) => line.replace(short, "two seven")),
    ["frontmatter disagrees", "span mismatch"],
  ],

  [
    "a lineage edited in the page",
    (v, n) => v.edit(`Mage/${n}.md`, (text) => text.replace(short, "two seven")),
    ["page edited", "frontmatter disagrees"],
  ],
  [
    "an event that has no record",
    (v, n) => v.edit(`Mage/${n}.md`, (text) => text.replace(/(?<="event_id":")..../, "ffff")),
    ["page edited", "frontmatter no_record"],
  ],
  [
    "a lineage that an editor wrote anew",
    (v, n) => v.edit(`Mage/${n}.md`, (text) => text.replace("wyrd_lineage: ", "wyrd_lineage:\n  ")),
    ["page edited", "frontmatter not_json"],
  ],
];

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

/** Done to a vault of three pages, with all that is found then. */
const damagesOfAll: [name: string, damage: (vault: Damageable) => unknown, findings: string[]][] = [
  ["blank lines", (v) => v.edit(ledger, (text) => `\n\r\n${text.replace("\n", "\n\n")}`), []],
  [
    "a torn tail",
    (v) => v.edit(ledger, (text) => text.slice(0, -10)),
    ["3 ledger - torn_tail", "- frontmatter Mage/3.md no_record"],
  ],
  ["a last record without its LF", (v) => v.edit(ledger, (text) => text.slice(0, -1)), ["3 ledger - torn_tail"]],
  [
    "NUL at the end, as after a power cut",
    (v) => appendFile(v.path(ledger), Buffer.alloc(64 * MiB)),
    ["4 ledger - torn_tail", "4 ledger - nul_run"],
  ],
  [
    "many damaged lines",
    (v) => v.edit(ledger, (text) => `{\n${"\0".repeat(3 * MiB)}\n\xff\n[]\n${"x".repeat(MiB)}\n${text}}`),
    [
      "1 ledger - not_json",
      "2 ledger - nul_run",
      "3 ledger - not_utf8",
      "4 ledger - not_a_record",
      "5 ledger - too_long",
      "9 ledger - torn_tail",
    ],
  ],
  [
    "a record twice, and no config",
    async (v) => {
      await v.edit(ledger, (text) => `${text}${text.split("\n")[2]}\n`);
      await rm(v.path(config));
    },
    ["- config .wyrd/scribe.json missing", "4 ledger Mage/3.md duplicate_event_id"],
  ],
  [
    "a record taken out, pages moved, and a broken config",
    async (v) => {
      await v.edit(ledger, (text) => text.replace(/.*\n/, ""));
      await v.edit(config, (text) => text.replace("{", "["));
      await rename(v.path("Mage"), v.path("Else"));
    },
    [
      "- config .wyrd/scribe.json invalid",
      "1 page Mage/2.md missing",
      "2 page Mage/3.md missing",
      "- frontmatter Else/1.md no_record",
    ],
  ],
];

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
  t.match(execFileSync("sha256sum", [vault.path(ledger)]).toString(), checkpoint.split(":")[1]);
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
