import fs from "node:fs";
import t from "tap";
import { filesBelow } from "../../../src/workers/fence/files-below.ts";
import { errno, onFirst, openDescriptors, scene, staged, walks } from "./staging.ts";

const tree = {
  "a.md": "",
  one: { "b.md": "", two: { "c.md": "" } },
  shut: { "d.md": "" },
  "to-file": { link: "a.md" },
  "to-folder": { link: "one" },
  out: { link: "../outside" },
};

for (const walk of walks) {
  t.test(`[verify.frontmatter] every regular file is met once, and no link is followed (${walk})`, async (t) => {
    const { base, fence } = scene(t, tree, walk);
    fs.mkdirSync(`${base}/outside`);
    fs.writeFileSync(`${base}/outside/e.md`, "");
    const open = openDescriptors();
    t.strictSame([...filesBelow(fence, () => true)].sort(), ["a.md", "one/b.md", "one/two/c.md", "shut/d.md"]);
    t.strictSame([...filesBelow(fence, (folder) => folder !== "one")].sort(), ["a.md", "shut/d.md"]);
    for (const _ of filesBelow(fence, () => true)) break;
    t.equal(openDescriptors(), open, "nothing is left open, also when the walk is given up");
  });

  t.test(`[fence.contained] a folder swapped for a link during the walk is not entered (${walk})`, async (t) => {
    const { base, fence, in: inGrant } = scene(t, { one: { "b.md": "" } }, walk);
    fs.mkdirSync(`${base}/outside`);
    fs.writeFileSync(`${base}/outside/e.md`, "");
    const met: string[] = [];
    const enters = (folder: string): boolean => {
      fs.renameSync(inGrant(folder), inGrant("aside"));
      fs.symlinkSync("../outside", inGrant(folder));
      return true;
    };
    for (const path of filesBelow(fence, enters)) met.push(path);
    t.notOk(met.includes("one/e.md"));
  });

  t.test(`[verify.frontmatter] a folder that may not be listed is passed over (${walk})`, async (t) => {
    const { fence } = scene(t, { one: { "b.md": "" }, two: { "c.md": "" } }, walk);
    let lists = 0;
    const denied = (): void => {
      lists += 1;
      if (lists === 2) throw errno("EACCES");
    };
    const { result, leaked } = staged(
      (_, primitive) => (primitive === "opendir" ? denied() : undefined),
      () => [...filesBelow(fence, () => true)],
    );
    t.equal(result.length, 1);
    t.equal(leaked, 0);
    const gone = staged(
      onFirst("opendir", () => {
        throw errno("ENOENT");
      }),
      () => [...filesBelow(fence, () => true)],
    );
    t.strictSame(gone.result, []);
  });
}
