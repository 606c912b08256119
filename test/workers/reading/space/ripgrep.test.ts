import { existsSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { limits } from "../../../../src/core/limits.ts";
import { namedByRipgrep } from "../../../../src/workers/reading/space/ripgrep.ts";
import { searchSpace } from "../../../../src/workers/reading/space/search-space.ts";
import { fakeRipgrep, newFolder, onPath, rowsOf, type Space, space, writeRipgrep } from "./spaces.ts";

const tree = { "a.md": "word", b: { "c.md": "Word" }, "d.md": "other", l: { link: ".h" }, ".h": { "x.md": "WORD" } };
const everything = ["a.md", "b/c.md", "l/x.md"];

const found = async ({ grant }: Space, query = "word"): Promise<string[]> =>
  rowsOf(await searchSpace({ grant, query, prefix: "", limit: null })).map(({ name }) => name);

t.test(
  "[gate.ripgrep] what ripgrep names is read, and what it does not name is not; links are followed all the same",
  async (t) => {
    const place = space(t, tree);
    fakeRipgrep(t, "printf './b/c.md\\0./d.md\\0./gone.md\\0'");
    t.strictSame(await found(place), ["b/c.md", "l/x.md"]);
  },
);

t.test("[gate.ripgrep] that it finds nothing is an answer", async (t) => {
  fakeRipgrep(t, "exit 1");
  t.strictSame(await found(space(t, tree)), ["l/x.md"]);
});

const failures: Readonly<Record<string, string>> = {
  fails: "printf './d.md\\0'; exit 2",
  "is killed": "kill -9 $$",
  "is another program": "echo 'usage: rg'",
  "names no paths below the folder": "printf '/etc/passwd\\0'",
  "is cut off in a name": "printf './d.md\\0./a.m'",
  "never stops talking": "exec yes ./d.md",
};
for (const [what, script] of Object.entries(failures)) {
  t.test(`[gate.ripgrep] a ripgrep that ${what} changes no answer`, async (t) => {
    fakeRipgrep(t, script);
    t.strictSame(await found(space(t, tree)), everything);
  });
}

t.test("[gate.ripgrep] a ripgrep that is not there or cannot be run changes no answer", async (t) => {
  const place = space(t, tree);
  onPath(t, newFolder(t));
  t.strictSame(await found(place), everything);
  const folder = newFolder(t);
  writeRipgrep(folder, "exit 1", 0o644);
  onPath(t, folder);
  t.strictSame(await found(place), everything);
});

t.test("[gate.ripgrep] a slow one is given up", async (t) => {
  const { root } = space(t, tree);
  fakeRipgrep(t, "sleep 20");
  t.equal(await namedByRipgrep(root, "word", 50), null);
});

t.test("[gate.ripgrep] no program is ever looked for in the space", async (t) => {
  const place = space(t, tree);
  const marker = join(newFolder(t), "marker");
  writeRipgrep(place.root, `: > ${marker}; exit 1`);
  for (const path of ["", ".", ":", "./", "bin:."]) {
    onPath(t, path);
    t.strictSame(await found(place), everything);
  }
  t.notOk(existsSync(marker));
});

t.test("[gate.ripgrep] it is not asked for what it would not take as the built-in search does", async (t) => {
  const { root } = space(t, tree);
  fakeRipgrep(t, "exit 1");
  for (const query of ["word", "-e", "größe", "漢字", "a\u00a0b", "x".repeat(limits.ripgrepQueryBytes)]) {
    t.strictSame(await namedByRipgrep(root, query), new Set());
  }
  for (const query of [
    "two\nlines",
    "cr\r",
    "nul\0",
    "tab\t",
    "\ud800",
    "ɤ",
    `${"x".repeat(limits.ripgrepQueryBytes)}y`,
  ]) {
    t.equal(await namedByRipgrep(root, query), null);
  }
});

t.test("[gate.ripgrep] it sees nothing of the bridge's environment", async (t) => {
  const { root } = space(t, tree);
  process.env.MCP_SILVERBULLET_TOKEN = "secret";
  t.teardown(() => delete process.env.MCP_SILVERBULLET_TOKEN);
  fakeRipgrep(t, 'test -z "$MCP_SILVERBULLET_TOKEN" && exit 1; exit 2');
  t.strictSame(await namedByRipgrep(root, "word"), new Set());
});
