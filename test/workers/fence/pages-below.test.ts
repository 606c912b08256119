import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import t from "tap";
import { limits } from "../../../src/core/limits.ts";
import { pagesBelow } from "../../../src/workers/fence/pages-below.ts";
import type { Fence } from "../../../src/workers/fence/root.ts";
import {
  failEachCall,
  fenceOn,
  newFolder,
  openDescriptors,
  plant,
  scene,
  staged,
  type Tree,
  walks,
} from "./staging.ts";

const all = () => true;
const pathsIn = (fence: Fence, wants: (path: string) => boolean = all): string[] =>
  [...pagesBelow(fence, wants)].map(({ path }) => path);
/** The paths, or the errno that ended the walk. */
const pathsOrCode = (fence: Fence): string | string[] => {
  try {
    return pathsIn(fence);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "no errno";
  }
};
const risesThrough = (paths: readonly string[]): boolean =>
  paths.every((path, at) => at === 0 || (paths[at - 1] ?? "") < path);

const tree: Tree = {
  "b.md": "",
  "a!.md": "",
  a: { "x.md": "", "y.txt": "", deep: { "z.md": "" }, ".md": "" },
  "a.md": { "inside.md": "" },
  "image.png": "",
  "UPPER.MD": "",
  ".hidden": { "h.md": "" },
  ".h.md": "",
};

for (const walk of walks) {
  t.test(`[gate.walk] ${walk}: the pages are the regular files called *.md that are not hidden, by path`, async (t) => {
    const { fence, in: at } = scene(t, tree, walk);
    execFileSync("mkfifo", [at("pipe.md")]);
    const open = openDescriptors();
    t.strictSame(pathsIn(fence), ["a!.md", "a.md/inside.md", "a/deep/z.md", "a/x.md", "b.md"]);
    t.strictSame(
      pathsIn(fence, (path) => path.includes("/")),
      ["a.md/inside.md", "a/deep/z.md", "a/x.md"],
    );
    for (const _ of pagesBelow(fence, all)) break;
    t.equal(openDescriptors(), open, "nothing is left open, also when the walk is given up");
  });

  t.test(`[gate.links] ${walk}: no link leads out of the space`, async (t) => {
    const { base, fence } = scene(t, {}, walk);
    fs.mkdirSync(`${base}/grant-beside`);
    fs.writeFileSync(`${base}/grant-beside/secret.md`, "");
    fs.symlinkSync("../grant-beside", `${base}/grant/relative`);
    fs.symlinkSync(`${base}/grant-beside`, `${base}/grant/absolute`);
    fs.symlinkSync("../grant-beside/secret.md", `${base}/grant/file.md`);
    fs.symlinkSync("..", `${base}/grant/up`);
    fs.symlinkSync("nowhere", `${base}/grant/dangling.md`);
    fs.symlinkSync("self.md", `${base}/grant/self.md`);
    t.strictSame(pathsIn(fence), []);
  });

  t.test(`[gate.links] ${walk}: what a link leads to inside the space is met once`, async (t) => {
    const { fence } = scene(
      t,
      {
        Notes: { "a.md": "", back: { link: ".." }, here: { link: "." } },
        Alias: { link: "Notes" },
        "Alias.md": { link: "Notes/a.md" },
        "text.md": { link: "plain.txt" },
        "plain.txt": "",
        ".shared": { "s.md": "", sub: { "t.md": "" }, loop: { link: "." }, up: { link: ".." } },
        Shared: { link: ".shared" },
        Sub: { link: ".shared/sub" },
        "again.md": { link: ".shared/s.md" },
      },
      walk,
    );
    t.strictSame(
      [...pagesBelow(fence, all)].map(({ path, linked }) => [path, linked]),
      [
        ["Notes/a.md", false],
        ["Shared/s.md", true],
        ["Shared/sub/t.md", true],
        ["text.md", true],
      ],
    );
  });

  t.test(`[gate.walk] ${walk}: folders that are too deep are passed over`, async (t) => {
    const { fence, in: at } = scene(t, {}, walk);
    const deepest = Array.from({ length: limits.spaceDepth + 1 }, () => "d");
    fs.mkdirSync(at(deepest.join("/")), { recursive: true });
    fs.writeFileSync(at([...deepest, "no.md"].join("/")), "");
    fs.writeFileSync(at([...deepest.slice(1), "yes.md"].join("/")), "");
    t.strictSame(pathsIn(fence), [[...deepest.slice(1), "yes.md"].join("/")]);
  });

  t.test(`[gate.harm] ${walk}: what cannot be looked at is passed over, and the walk goes on`, async (t) => {
    const { fence } = scene(t, { a: { "x.md": "" }, b: { "y.md": "" }, c: { link: ".h" }, ".h": { "z.md": "" } }, walk);
    failEachCall("EACCES", (before, failed) => {
      const round = staged(before, () => pathsOrCode(fence));
      t.equal(round.leaked, 0);
      if (round.calls === 1) t.equal(round.result, "EACCES", "but not the space itself");
      else t.ok(round.result.length >= (failed() === null ? 3 : 2));
      return round;
    });
  });

  t.test(`[gate.harm] ${walk}: a system without descriptors or memory is no empty space`, async (t) => {
    const { fence } = scene(t, { a: { "x.md": "" }, l: { link: ".h" }, ".h": {} }, walk);
    for (const code of ["EMFILE", "ENFILE", "ENOMEM"]) {
      failEachCall(code, (before, failed) => {
        const round = staged(before, () => pathsOrCode(fence));
        const isLook = failed() !== null && failed() !== "close";
        t.strictSame(round.result, isLook ? code : ["a/x.md"]);
        t.equal(round.leaked, 0);
        return round;
      });
    }
  });

  t.test(`[gate.links] ${walk}: a folder swapped for a link during the walk is not entered`, async (t) => {
    const { base, fence, in: at } = scene(t, { "a.md": "", one: { "b.md": "" } }, walk);
    fs.mkdirSync(`${base}/outside`);
    fs.writeFileSync(`${base}/outside/e.md`, "");
    const met: string[] = [];
    for (const { path } of pagesBelow(fence, all)) {
      met.push(path);
      if (path !== "a.md") continue;
      fs.renameSync(at("one"), at(".aside"));
      fs.symlinkSync("../outside", at("one"));
    }
    t.strictSame(met, ["a.md"]);
  });

  t.test(`[gate.links] ${walk}: a target swapped for a link after it was looked up is not followed`, async (t) => {
    const { base, fence, in: at } = scene(t, { l: { link: ".h/sub" }, ".h": { sub: { "x.md": "" } } }, walk);
    fs.mkdirSync(`${base}/outside/sub`, { recursive: true });
    fs.writeFileSync(`${base}/outside/sub/e.md`, "");
    let last = "";
    const { result } = staged(
      (_, primitive) => {
        if (last === "realpath") {
          fs.renameSync(at(".h"), at(".aside"));
          fs.symlinkSync("../outside", at(".h"));
        }
        last = primitive;
      },
      () => pathsIn(fence),
    );
    t.strictSame([result, fs.readlinkSync(at(".h"))], [[], "../outside"]);
  });
}

const names = ["a", "b.md", ".h", "c.txt", "a-b", "d.md"];
const name = fc.constantFrom(...names);
const link = fc
  .array(fc.constantFrom(...names, "..", "."), { minLength: 1, maxLength: 4 })
  .map((parts) => ({ link: parts.join("/") }));
const { anyTree } = fc.letrec<{ anyTree: Tree }>((tie) => ({
  anyTree: fc.dictionary(name, fc.oneof({ maxDepth: 3 }, fc.constant(""), link, tie("anyTree")), { maxKeys: 5 }),
}));

/** The real paths of all pages that visible names lead to, links being followed inside the root. */
function reachable(root: string): string[] {
  const found = new Set<string>();
  const entered = new Set<string>();
  const enter = (folder: string): void => {
    if (entered.has(folder)) return;
    entered.add(folder);
    for (const name of fs.readdirSync(folder).filter((name) => !name.startsWith("."))) {
      const path = join(folder, name);
      const real = fs.existsSync(path) ? fs.realpathSync(path) : "";
      if (real !== root && !real.startsWith(`${root}/`)) continue;
      if (fs.statSync(real).isDirectory()) enter(real);
      else if (name.endsWith(".md")) found.add(real);
    }
  };
  enter(root);
  return [...found].sort();
}

t.test(
  "[gate.links] whatever links there are, each page that can be reached is met once, by rising path",
  async (t) => {
    const root = join(newFolder(t), "grant");
    fc.assert(
      fc.property(anyTree, fc.constantFrom(...walks), (tree, walk) => {
        plant(root, tree);
        const fence = fenceOn(root, walk);
        try {
          const pages = [...pagesBelow(fence, all)].map(({ path, linked }) => ({ path, linked }));
          const real = pages.map(({ path }) => fs.realpathSync(join(root, path)));
          assert.deepEqual(real.toSorted(), reachable(root));
          assert(risesThrough(pages.map(({ path }) => path)));
          assert(pages.every(({ path, linked }, at) => linked === (real[at] !== join(root, path))));
        } finally {
          fence.close();
          fs.rmSync(root, { recursive: true });
        }
      }),
      { numRuns: 500 },
    );
  },
);
