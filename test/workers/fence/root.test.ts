import assert from "node:assert/strict";
import fs from "node:fs";
import { join } from "node:path";
import t from "tap";
import { checkRoot, locateGrant, openFence } from "../../../src/workers/fence/root.ts";
import { errno, failing, newFolder, openDescriptors, plant, scene, staged, walks } from "./staging.ts";

t.test("[start.grant-link] a grant is the real folder, with its identity in decimal", async (t) => {
  const base = newFolder(t);
  plant(base, { real: { vault: {} }, alias: { link: "real" } });
  const stats = fs.statSync(join(base, "real/vault"), { bigint: true });
  t.strictSame(locateGrant(join(base, "alias/vault")), {
    ok: true,
    grant: { root: join(base, "real/vault"), device: String(stats.dev), inode: String(stats.ino) },
  });
});

t.test("[start.grant-refused] a grant that cannot be served is refused with what is wrong with it", async (t) => {
  const base = newFolder(t);
  plant(base, { file: "", toFile: { link: "file" }, dangling: { link: "nowhere" }, loop: { link: "loop" } });
  const codes = {
    nowhere: "GRANT_MISSING",
    dangling: "GRANT_MISSING",
    file: "GRANT_NOT_A_DIRECTORY",
    toFile: "GRANT_NOT_A_DIRECTORY",
    "file/below": "GRANT_NOT_A_DIRECTORY",
    loop: "GRANT_ERROR",
  };
  for (const [name, code] of Object.entries(codes)) {
    t.strictSame(locateGrant(join(base, name)), { ok: false, refusal: { code } }, name);
  }
  const denied = staged(failing("EACCES", "access"), () => locateGrant(base));
  t.strictSame(denied.result, { ok: false, refusal: { code: "GRANT_DENIED" } });
});

for (const walk of walks) {
  t.test(
    `[fence.root-moved] ${walk}: a grant that was replaced, removed or made a link is ROOT_MOVED, before and after it was opened`,
    async (t) => {
      const moved = { ok: false, refusal: { code: "ROOT_MOVED", at: null, facts: {} } };
      const replacements = {
        nothing: () => {},
        "another folder": (root: string) => fs.mkdirSync(root),
        "a file": (root: string) => fs.writeFileSync(root, ""),
        "a link elsewhere": (root: string) => fs.symlinkSync("/", root),
        "a link to itself": (root: string) => fs.symlinkSync(root, root),
      };
      for (const [what, replace] of Object.entries(replacements)) {
        const { root, fence } = scene(t, {}, walk);
        t.strictSame(checkRoot(fence), { ok: true });
        fs.renameSync(root, `${root}-moved`);
        replace(root);
        t.strictSame(checkRoot(fence), moved, what);
        t.strictSame(openFence(fence.grant, { walk }), moved, what);
      }
    },
  );
}

t.test("opening a fence that fails leaves no descriptor behind", async (t) => {
  const { fence } = scene(t, {});
  const before = openDescriptors();
  for (const primitive of ["open", "fstat"] as const) {
    const { result } = staged(failing("EMFILE", primitive), () => openFence(fence.grant));
    t.strictSame(result, {
      ok: false,
      refusal: { code: "IO_ERROR", at: null, facts: { path: ".", errno: "EMFILE" } },
    });
  }
  t.equal(openDescriptors(), before);
});

t.test(
  "where descriptors have no names the walk is by paths",
  { skip: walks.length < 2 && "Linux only" },
  async (t) => {
    const { fence } = scene(t, {});
    t.equal(fence.walk, "descriptors");
    const noProc = staged(
      (_, primitive) => {
        if (primitive === "stat") throw errno("ENOENT");
      },
      () => openFence(fence.grant),
    ).result;
    assert(noProc.ok);
    t.equal(noProc.fence.walk, "paths");
    noProc.fence.close();
  },
);

t.test("a bug is not taken for a refusal", async (t) => {
  const bug = new TypeError("bug");
  const { fence } = scene(t, {});
  const throwing = () => {
    throw bug;
  };
  t.throws(() => staged(throwing, () => checkRoot(fence)), bug);
  t.throws(() => locateGrant("\0"), { code: "ERR_INVALID_ARG_VALUE" });
});
