import { execFileSync } from "node:child_process";
import { appendFile, cp, mkdir, readFile, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { MiB } from "./vault.ts";

export const ledger = ".wyrd/lineage.jsonl";
export const config = ".wyrd/scribe.json";

const long = `the long passage begins ${"and goes on ".repeat(200)}and ends`;
export const short = "two three";
export const cited = `one ${short}, four five; ${long}; six seven eight`;
export const spans = [{ quote: short }, { quote: "eight" }, { offset: cited.indexOf(long), length: long.length }];

/** A vault to be damaged, and what damages are made of. */
export function damageable(root: string) {
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

export type Damageable = ReturnType<typeof damageable>;

type Row = [name: string, damage: (vault: Damageable, n: number) => unknown, findings: string[]];

/** Done to page N, its source or its line, its source or its line, with `kind what` of all that is found of these then. */
export const damagesOfOne: Row[] = [
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

/** Done to a vault of three pages, with all that is found then. */
export const damagesOfAll: [name: string, damage: (vault: Damageable) => unknown, findings: string[]][] = [
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
