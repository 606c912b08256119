import fs from "node:fs";
import t from "tap";
import { refuse } from "../../../src/core/refusal.ts";
import { filesBelow } from "../../../src/workers/fence/files-below.ts";
import type { Fence } from "../../../src/workers/fence/root.ts";
import { errno, failing, openDescriptors, scene, staged, walks } from "./staging.ts";

const tree = {
  "a.md": "",
  one: { "b.md": "", two: { "c.md": "" } },
  shut: { "d.md": "" },
  "to-file": { link: "a.md" },
  "to-folder": { link: "one" },
  out: { link: "../outside" },
};

const filesIn = (fence: Fence, enters: (folder: string) => boolean = () => true): string[] =>
  [...filesBelow(fence, enters)].map((met) => (met.ok ? met.path : met.refusal.code)).sort();

for (const walk of walks) {
  t.test(`[verify.frontmatter] every regular file is met once, and no link is followed (${walk})`, async (t) => {
    const { base, fence } = scene(t, tree, walk);
    fs.mkdirSync(`${base}/outside`);
    fs.writeFileSync(`${base}/outside/e.md`, "");
    const open = openDescriptors();
    t.strictSame(filesIn(fence), ["a.md", "one/b.md", "one/two/c.md", "shut/d.md"]);
    t.strictSame(
      filesIn(fence, (folder) => folder !== "one"),
      ["a.md", "shut/d.md"],
    );
    for (const _ of filesBelow(fence, () => true)) break;
    t.equal(openDescriptors(), open, "nothing is left open, also when the walk is given up");
  });

  t.test(`[fence.contained] a folder swapped for a link during the walk is not entered (${walk})`, async (t) => {
    const { base, fence, in: inGrant } = scene(t, { one: { "b.md": "" } }, walk);
    fs.mkdirSync(`${base}/outside`);
    fs.writeFileSync(`${base}/outside/e.md`, "");
    const enters = (folder: string): boolean => {
      fs.renameSync(inGrant(folder), inGrant("aside"));
      fs.symlinkSync("../outside", inGrant(folder));
      return true;
    };
    t.notOk(filesIn(fence, enters).includes("one/e.md"));
  });

  t.test(`[verify.frontmatter] a folder that cannot be looked into is told, unless it is gone (${walk})`, async (t) => {
    const { fence } = scene(t, { one: { "b.md": "" }, two: { "c.md": "" } }, walk);
    const told = (code: string, onList: number) => {
      let lists = 0;
      const { result, leaked } = staged(
        (_, primitive) => {
          if (primitive === "opendir" && ++lists === onList) throw errno(code);
        },
        () => [...filesBelow(fence, () => true)],
      );
      t.equal(leaked, 0);
      t.equal(result.filter(({ ok }) => ok).length, onList === 1 ? 0 : 1, "the walk goes on");
      return result.flatMap((met) => (met.ok ? [] : [met.refusal]));
    };
    for (const code of ["ENOENT", "ENOTDIR"]) t.strictSame(told(code, 1), []);
    for (const code of ["EACCES", "EPERM"]) t.strictSame(told(code, 1), [refuse("DENIED", { path: "." })]);
    t.match(told("EACCES", 2), [{ code: "DENIED", facts: { path: /^(one|two)$/ } }]);
    t.match(told("EMFILE", 2), [{ code: "IO_ERROR", facts: { path: /^(one|two)$/, errno: "EMFILE" } }]);
    const unopened = staged(failing("EIO", "opendir", "lstat"), () => [...filesBelow(fence, () => true)]);
    t.match(unopened.result, [{ refusal: { code: "IO_ERROR", facts: { path: ".", errno: "EIO" } } }]);
  });
}
