import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import fc from "fast-check";
import t from "tap";
import type { Hit } from "../../../../src/core/messages/space.ts";
import { namedByRipgrep } from "../../../../src/workers/reading/space/ripgrep.ts";
import { searchSpace } from "../../../../src/workers/reading/space/search-space.ts";
import { newFolder, onPath, rowsOf, type Space, spaceAt } from "./spaces.ts";

/** Letters that have more than one other case, and what means something in patterns, globs and options. */
const letters = [..."kKKsSſßẞéÉıİiIµμΜσςΣåÅÅ.*[(\\^$-| #/🌱漢ɤ\ufeff"];
const text = fc
  .array(fc.constantFrom(...letters, "\n", "\r\n", "\ufeff", "\0"), { maxLength: 40 })
  .map((all) => all.join(""));
const query = fc
  .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 3 })
  .map((all) => all.join(""))
  .filter((query) => query.trim() !== "");

const search = async ({ grant }: Space, query: string): Promise<readonly Hit[]> =>
  rowsOf(await searchSpace({ grant, query, prefix: "", limit: null }));

// Only where there is a ripgrep. What is made of its output is tested beside this with scripts in its place.
t.test("[gate.ripgrep] with ripgrep every answer is that of the built-in search", async (t) => {
  const path = process.env.PATH ?? "";
  if (!hasRipgrep()) {
    t.pass("there is no ripgrep on this machine");
    return;
  }
  onPath(t, path);
  const base = newFolder(t);
  let round = 0;
  const property = fc.asyncProperty(fc.array(text, { maxLength: 4 }), query, async (texts, query) => {
    const pages = Object.fromEntries(texts.map((text, at) => [`${at}.md`, text]));
    const aside = { ".ignore": "*\n", ".gitignore": "*.md\n", ".git": pages, "x.txt": query, l: { link: ".git" } };
    const place = spaceAt(join(base, String(round++)), { ...pages, in: { ...pages, ...aside }, ...aside });
    process.env.PATH = path;
    const named = await namedByRipgrep(place.root, query);
    const rows = await search(place, query);
    process.env.PATH = "";
    assert.deepEqual(rows, await search(place, query));
    assert((named === null) === /[\u212a\u212bẞμΜσςΣɤ]/.test(query));
    if (named === null) return;
    const inContent = rows.filter(({ name, match }) => match !== "name" && !/^(in\/)?l\//.test(name));
    assert.deepEqual([...named].toSorted(), inContent.map(({ name }) => name).toSorted());
  });
  const examples: [string[], string][] = [
    [["\ufeffk"], "\ufeffK"],
    [["a\0k\0"], "K"],
    [["\n--\n"], "--"],
  ];
  await fc.assert(property, { numRuns: 200, examples });
  t.pass("every answer was the same");
});

function hasRipgrep(): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, "rg")));
}
