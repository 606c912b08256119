import fs from "node:fs";
import { join, relative } from "node:path";
import fc from "fast-check";
import t from "tap";
import { limits } from "../../../src/core/limits.ts";
import { resolveFile } from "../../../src/workers/fence/resolve.ts";
import type { Fence } from "../../../src/workers/fence/root.ts";
import { fenceOn, newFolder, openDescriptors, plant, scene, snapshot, type Tree, walks } from "./staging.ts";

/** The real path, or the code of the refusal. */
function walkTo(fence: Fence, path: string): string {
  const found = resolveFile(fence, path);
  if (!found.ok) return found.refusal.code;
  found.file.close();
  return found.path;
}

for (const walk of walks) {
  t.test(`[fence.links] ${walk}: links inside the grant are followed and the real path is told`, async (t) => {
    const { root, fence } = scene(t, { sub: { deep: { "x.md": "" } }, "y.md": "" }, walk);
    plant(root, {
      file: { link: "y.md" },
      folder: { link: "sub/deep" },
      chain: { link: "folder" },
      absolute: { link: join(root, "sub") },
      itself: { link: root },
      reenters: { link: "../grant/sub" },
      dotted: { link: "./sub//deep/./x.md" },
    });
    plant(join(root, "sub"), { up: { link: "../y.md" }, far: { link: `../../../../../../../../../..${root}` } });
    const real = {
      "sub/deep/x.md": "sub/deep/x.md",
      file: "y.md",
      "folder/x.md": "sub/deep/x.md",
      "chain/x.md": "sub/deep/x.md",
      "absolute/deep/x.md": "sub/deep/x.md",
      "itself/file": "y.md",
      "reenters/up": "y.md",
      "sub/far/y.md": "y.md",
      dotted: "sub/deep/x.md",
    };
    for (const [path, expected] of Object.entries(real)) t.equal(walkTo(fence, path), expected, path);
  });

  t.test(`[fence.links] ${walk}: a link that leads out is ESCAPES, whatever is or is not out there`, async (t) => {
    const { base, root, fence } = scene(t, { sub: {} }, walk);
    plant(base, { outside: { "x.md": "" }, "grant-too": { "x.md": "" } });
    plant(root, {
      up: { link: "../outside/x.md" },
      missing: { link: "../outside/none.md" },
      absolute: { link: join(base, "outside") },
      prefix: { link: `${root}-too` },
      device: { link: "/dev/null" },
      top: { link: "/" },
      parent: { link: ".." },
      detour: { link: "../outside/../grant/sub" },
      hidden: { link: "sub/../../outside/x.md" },
    });
    const paths = ["up", "missing", "absolute/x.md", "absolute/none", "prefix/x.md", "device", "top", "parent"];
    for (const path of [...paths, "detour/x.md", "hidden"]) t.equal(walkTo(fence, path), "ESCAPES", path);
  });

  t.test(`${walk}: the refusal names the caller's spelling and nothing else`, async (t) => {
    const { fence } = scene(t, { sub: { secret: { link: "/etc/passwd" } }, alias: { link: "sub" } }, walk);
    t.strictSame(resolveFile(fence, "alias/secret"), {
      ok: false,
      refusal: { code: "ESCAPES", at: null, facts: { path: "alias/secret" } },
    });
  });

  t.test(`${walk}: what is not a regular file at the end of a walk is refused for what it is`, async (t) => {
    const long = "n".repeat(limits.nameBytes + 1);
    const { fence } = scene(t, { "x.md": "", dir: {}, dangling: { link: "none" }, slash: { link: "x.md/" } }, walk);
    const codes = {
      none: "MISSING",
      dangling: "MISSING",
      "none/x.md": "MISSING",
      "x.md/below": "NOT_A_DIRECTORY",
      slash: "NOT_A_DIRECTORY",
      dir: "NOT_A_FILE",
      [long]: "NAME_TOO_LONG",
    };
    for (const [path, code] of Object.entries(codes)) t.equal(walkTo(fence, path), code, path);
  });

  t.test(`${walk}: a walk goes through ${limits.linkHops} links and not one more`, async (t) => {
    const links = Array.from({ length: limits.linkHops }, (_, hop) => [
      `l${hop + 1}`,
      { link: hop ? `l${hop}` : "x.md" },
    ]);
    const { fence } = scene(
      t,
      { "x.md": "", ...Object.fromEntries(links), more: { link: `l${limits.linkHops}` } },
      walk,
    );
    t.equal(walkTo(fence, `l${limits.linkHops}`), "x.md");
    t.equal(walkTo(fence, "more"), "ELOOP");
  });

  t.test(`${walk}: a link whose target is not UTF-8 cannot be told as a path`, async (t) => {
    const { root, fence } = scene(t, {}, walk);
    const name = Buffer.from([0xff, 0x2e, 0x6d, 0x64]);
    fs.symlinkSync(name, join(root, "link"));
    t.strictSame(resolveFile(fence, "link"), {
      ok: false,
      refusal: { code: "IO_ERROR", at: null, facts: { path: "link", errno: "EILSEQ" } },
    });
  });

  t.test(`${walk}: a BOM, a backslash and a line break in a link's target are part of the name`, async (t) => {
    const name = "\ufeffa\\b\n\u202e.md";
    const { fence } = scene(t, { [name]: "", link: { link: name } }, walk);
    t.equal(walkTo(fence, "link"), name);
  });
}

/** Folders three deep, each with the names a, b and c, and links between them; no link names a folder outside. */
const name = fc.constantFrom("a", "b", "c");
const step = fc.oneof({ weight: 4, arbitrary: name }, { weight: 1, arbitrary: fc.constantFrom("..", ".", "", "none") });
const target = fc
  .array(step, { minLength: 1, maxLength: 4 })
  .map((steps) => steps.join("/").replace(/^\/+/, "") || ".");
const link = fc.tuple(fc.constantFrom("", "", "../", "GRANT/"), target).map((parts) => ({ link: parts.join("") }));
const thing = fc.oneof(link, fc.constant("inside"));
const folder = (below: fc.Arbitrary<Tree[string]>) => fc.record({ a: below, b: below, c: below });
const tree: fc.Arbitrary<Tree> = folder(fc.oneof(thing, folder(fc.oneof(thing, folder(thing)))));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));

/** The kernel's own answer. */
function oracle(root: string, path: string): string {
  try {
    const real = fs.realpathSync.native(join(root, path));
    if (!real.startsWith(`${root}/`)) return real === root ? "NOT_A_FILE" : "ESCAPES";
    return fs.statSync(real).isFile() ? relative(root, real) : "NOT_A_FILE";
  } catch (error) {
    const codes: Record<string, string> = { ENOENT: "MISSING", ENOTDIR: "NOT_A_DIRECTORY", ELOOP: "ELOOP" };
    return codes[(error as NodeJS.ErrnoException).code ?? ""] ?? "other";
  }
}

t.test("[fence.contained] both walks agree with the kernel on any tree of links, and stay inside", async (t) => {
  const base = newFolder(t);
  const before = openDescriptors();
  let followed = 0;
  let trees = 0;
  fc.assert(
    fc.property(tree, fc.array(path, { minLength: 6, maxLength: 6 }), (tree, paths) => {
      const root = join(base, String(trees++), "grant");
      plant(root, absoluteIn(root, tree));
      plant(join(root, ".."), { a: "outside", b: { a: "outside", b: "outside" } });
      const fences = walks.map((walk) => fenceOn(root, walk));
      for (const path of paths) {
        const expected = oracle(root, path);
        for (const fence of fences) {
          const found = walkTo(fence, path);
          const failedOutside = found === "ESCAPES" && ["MISSING", "NOT_A_DIRECTORY", "ELOOP"].includes(expected);
          if (found !== expected && !failedOutside) {
            throw new Error(
              `${fence.walk} of ${path}: ${found}, not ${expected}, in ${JSON.stringify(snapshot(root))}`,
            );
          }
          if (found.includes("/") && found !== path) followed += 1;
        }
      }
      for (const fence of fences) fence.close();
    }),
    { numRuns: 1500 },
  );
  t.ok(followed > 100, `${followed} paths went through links`);
  t.equal(openDescriptors(), before);
});

function absoluteIn(root: string, tree: Tree): Tree {
  return JSON.parse(JSON.stringify(tree).replaceAll("GRANT", root));
}
