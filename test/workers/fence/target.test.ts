import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import t from "tap";
import { type Refusal, refuse } from "../../../src/core/refusal.ts";
import type { Fence } from "../../../src/workers/fence/root.ts";
import { openScribeDir } from "../../../src/workers/fence/scribe-dir.ts";
import { openTarget } from "../../../src/workers/fence/target.ts";
import { failEachCall, inWyrd, openDescriptors, scene, staged, type Tree, walks } from "./staging.ts";

/** What stands in the way of a page, or null. */
function obstacle(fence: Fence, path: string): Refusal | null {
  return inWyrd(fence, (wyrd) => {
    const opened = openTarget(fence, wyrd, path);
    if (!opened.ok) return opened.refusal;
    opened.target.parent.close();
    return null;
  });
}

for (const walk of walks) {
  t.test(`${walk}: .wyrd is a real directory or the folder is not initialised`, async (t) => {
    const found: Record<string, Tree> = {
      nothing: {},
      link: { real: {}, ".wyrd": { link: "real" } },
      not_a_directory: { ".wyrd": "" },
    };
    for (const [what, tree] of Object.entries(found)) {
      const outcome = openScribeDir(scene(t, tree, walk).fence);
      assert(!outcome.ok);
      t.strictSame(outcome.refusal, refuse("SCRIBE_NOT_INITIALISED", { found: what as "nothing" }));
    }
  });

  t.test(`${walk}: a free name in a real folder is a target`, async (t) => {
    const { fence, root } = scene(t, { ".wyrd": {}, a: { b: {} } }, walk);
    for (const path of ["page.md", "a/page.md", "a/b/page.md"]) t.equal(obstacle(fence, path), null, path);
    t.strictSame(fs.readdirSync(root), [".wyrd", "a"], "nothing was made");
  });

  t.test(`[fence.exclusive] ${walk}: whatever has the name already, it is taken`, async (t) => {
    const { fence, in: at } = scene(
      t,
      { ".wyrd": {}, "file.md": "", "folder.md": {}, "link.md": { link: "file.md" }, "dangling.md": { link: "none" } },
      walk,
    );
    execFileSync("mkfifo", [at("fifo.md")]);
    for (const path of ["file.md", "folder.md", "link.md", "dangling.md", "fifo.md"]) {
      t.strictSame(obstacle(fence, path), refuse("EXISTS", { path }), path);
    }
  });

  t.test(
    `[fence.parent-alias] ${walk}: a folder reached through a link is an alias, wherever the link leads`,
    async (t) => {
      const { fence } = scene(
        t,
        {
          ".wyrd": {},
          real: { sub: {}, "page.md": "", inner: { link: "sub" } },
          inside: { link: "real" },
          outside: { link: "/" },
          dangling: { link: "none" },
          loop: { link: "loop" },
        },
        walk,
      );
      const paths = ["inside/new.md", "inside/page.md", "inside/none/new.md", "outside/etc/new.md", "dangling/new.md"];
      for (const path of [...paths, "loop/new.md", "real/inner/new.md"]) {
        t.strictSame(obstacle(fence, path), refuse("PARENT_ALIAS", { path }), path);
      }
    },
  );

  t.test(`${walk}: the folder that is missing or is none is named`, async (t) => {
    const { fence } = scene(t, { ".wyrd": {}, a: { file: "" } }, walk);
    t.strictSame(obstacle(fence, "a/none/b/page.md"), refuse("MISSING", { path: "a/none" }));
    t.strictSame(obstacle(fence, "a/file/page.md"), refuse("NOT_A_DIRECTORY", { path: "a/file" }));
  });

  t.test(`${walk}: a name of 255 bytes can be made and one of 256 cannot`, async (t) => {
    const { fence } = scene(t, { ".wyrd": {} }, walk);
    const longest = `${"é".repeat(126)}.md`;
    t.equal(obstacle(fence, longest), null);
    const path = `${longest}x`;
    t.strictSame(obstacle(fence, path), refuse("NAME_TOO_LONG", { path, limit: 255 }));
  });

  t.test(`${walk}: every call that fails is a refusal, and no descriptor stays open`, async (t) => {
    const { fence } = scene(t, { ".wyrd": {}, a: { b: {} } }, walk);
    const descriptors = openDescriptors();
    failEachCall("EMFILE", (before) => {
      const round = staged(before, () => {
        const dir = openScribeDir(fence);
        if (!dir.ok) return dir;
        const opened = openTarget(fence, dir.wyrd, "a/b/page.md");
        if (opened.ok) opened.target.parent.close();
        dir.wyrd.close();
        return opened;
      });
      const { result } = round;
      if (!result.ok) t.match(result.refusal, { code: "IO_ERROR", facts: { errno: "EMFILE" } });
      return round;
    });
    t.equal(openDescriptors(), descriptors);
  });
}

t.test("a folder on another filesystem than .wyrd is told before anything is hashed", async (t) => {
  const { fence } = scene(t, { ".wyrd": {} });
  const elsewhere = (stats: fs.BigIntStats): fs.BigIntStats =>
    Object.assign(Object.create(stats), { dev: stats.dev + 1n });
  const refusal = inWyrd(fence, (wyrd) => {
    const opened = openTarget(fence, { ...wyrd, stats: elsewhere(wyrd.stats) }, "page.md");
    return opened.ok ? null : opened.refusal;
  });
  t.strictSame(refusal, refuse("IO_ERROR", { path: "page.md", errno: "EXDEV" }));
});
