import assert from "node:assert/strict";
import fs from "node:fs";
import { join } from "node:path";
import t, { type Test } from "tap";
import { refuse } from "../../../src/core/refusal.ts";
import { withdraw } from "../../../src/workers/fence/publish.ts";
import { openScribeDir } from "../../../src/workers/fence/scribe-dir.ts";
import { sys } from "../../../src/workers/fence/sys.ts";
import { discard, stage, stageAll } from "../../../src/workers/fence/temp.ts";
import { createPage, filesystems, pageText } from "./create-page.ts";
import {
  both,
  failEachCall,
  failing,
  inWyrd,
  type Primitive,
  type Scene,
  scene,
  snapshot,
  staged,
  walks,
} from "./staging.ts";

for (const walk of walks) {
  const vault = (t: Test): Scene => scene(t, { ".wyrd": {}, a: { b: {} } }, walk);

  for (const [links, filesystem] of Object.entries(filesystems)) {
    t.test(`${walk}, ${links}: a page stands whole under its name and its temporary file is gone`, async (t) => {
      const { fence, root, in: at } = vault(t);
      const { result } = staged(filesystem, () => createPage(fence, "a/b/page.md"));
      t.ok(result.ok);
      t.strictSame(snapshot(root), { ".wyrd": "", a: "", "a/b": "", "a/b/page.md": pageText });
      const { mode, nlink } = fs.statSync(at("a/b/page.md"));
      t.equal(mode & 0o777, 0o666 & ~process.umask());
      t.equal(nlink, 1);
    });

    t.test(`[fence.exclusive] ${walk}, ${links}: a name that is taken at the last moment stays as it is`, async (t) => {
      const rivals: Record<string, (path: string) => void> = {
        "a file": (path) => fs.writeFileSync(path, "rival"),
        "an empty file": (path) => fs.writeFileSync(path, ""),
        "a folder": (path) => fs.mkdirSync(path),
        "a link": (path) => fs.symlinkSync("/etc/passwd", path),
        "a dangling link": (path) => fs.symlinkSync("none", path),
      };
      for (const [rival, take] of Object.entries(rivals)) {
        const { fence, in: at } = vault(t);
        let taken = 0;
        const { result } = staged(filesystem, () =>
          createPage(fence, "a/page.md", () => {
            take(at("a/page.md"));
            taken = fs.lstatSync(at("a/page.md")).ino;
          }),
        );
        t.strictSame(result, { ok: false, refusal: refuse("EXISTS", { path: "a/page.md" }) }, rival);
        t.equal(fs.lstatSync(at("a/page.md")).ino, taken, rival);
        t.strictSame(fs.readdirSync(at(".wyrd")), [], rival);
      }
    });

    t.test(`${walk}, ${links}: a temporary file that vanished is staged once more`, async (t) => {
      const { fence, root, in: at } = vault(t);
      const { result } = staged(filesystem, () =>
        createPage(fence, "a/page.md", () => {
          for (const name of fs.readdirSync(at(".wyrd"))) fs.rmSync(join(at(".wyrd"), name));
        }),
      );
      t.ok(result.ok);
      t.strictSame(snapshot(root), { ".wyrd": "", a: "", "a/b": "", "a/page.md": pageText });
    });

    t.test(`${walk}, ${links}: a folder that vanished is MISSING`, async (t) => {
      const { fence, root, in: at } = vault(t);
      const { result } = staged(filesystem, () => createPage(fence, "a/b/page.md", () => fs.rmdirSync(at("a/b"))));
      t.strictSame(result, { ok: false, refusal: refuse("MISSING", { path: "a/b/page.md" }) });
      t.strictSame(snapshot(root), { ".wyrd": "", a: "" });
    });

    for (const code of ["EIO", "ENOSPC", "EMFILE"]) {
      t.test(
        `[fence.whole-or-nothing] ${walk}, ${links}: ${code} at any call leaves the whole page or nothing, and says which`,
        async (t) => {
          failEachCall(code, (fault, failed) => {
            const { fence, in: at } = vault(t);
            const before = both(fault, filesystem);
            const round = staged(before, () => createPage(fence, "a/b/page.md"));
            const made = fs.existsSync(at("a/b/page.md"));
            if (made) t.equal(fs.readFileSync(at("a/b/page.md"), "utf8"), pageText, `whole: ${failed()}`);
            if (made) t.ok(round.result.ok, `told: ${failed()}`);
            else t.match(round.result, { ok: false, refusal: { code: "IO_ERROR" } }, `told: ${failed()}`);
            if (failed() !== "unlink") t.strictSame(fs.readdirSync(at(".wyrd")), [], `no stray: ${failed()}`);
            t.equal(round.leaked, 0, `descriptors: ${failed()}`);
            return round;
          });
        },
      );
    }
  }
}

t.test("EXDEV is told, and nothing is left", async (t) => {
  const { fence, root } = scene(t, { ".wyrd": {} });
  const { result } = staged(failing("EXDEV", "link"), () => createPage(fence, "page.md"));
  t.strictSame(result, { ok: false, refusal: refuse("IO_ERROR", { path: "page.md", errno: "EXDEV" }) });
  t.strictSame(snapshot(root), { ".wyrd": "" });
});

t.test("a filesystem whose folders cannot be synced is no failure", async (t) => {
  const { fence } = scene(t, { ".wyrd": {} });
  let syncs = 0;
  const { result } = staged(
    (_, primitive) => {
      if (primitive === "fsync") syncs += 1;
      if (syncs === 2) failing("EINVAL", "fsync")(0, primitive);
    },
    () => createPage(fence, "page.md"),
  );
  t.equal(syncs, 2, "the page, then its folder");
  t.ok(result.ok);
});

t.test("without hard links, a reservation that someone took over stays theirs", async (t) => {
  const takeOvers: Record<string, (path: string) => void> = {
    "replaced by their file": (path) => {
      fs.rmSync(path);
      fs.writeFileSync(path, "theirs");
    },
    "written to": (path) => fs.writeFileSync(path, "theirs"),
  };
  for (const [how, takeOver] of Object.entries(takeOvers)) {
    const { fence, in: at } = scene(t, { ".wyrd": {} });
    const takeReserved = (_: number, primitive: Primitive) => {
      if (primitive === "lstat" && fs.existsSync(at("page.md"))) takeOver(at("page.md"));
    };
    const before = both(failing("EPERM", "link"), takeReserved);
    const { result } = staged(before, () => createPage(fence, "page.md"));
    t.strictSame(result, { ok: false, refusal: refuse("EXISTS", { path: "page.md" }) }, how);
    t.equal(fs.readFileSync(at("page.md"), "utf8"), "theirs", how);
  }
});

t.test("a page is withdrawn unless something else stands there by now", async (t) => {
  const { fence, in: at } = scene(t, { ".wyrd": {}, "rival.md": "rival" });
  const mine = createPage(fence, "page.md", () => {});
  assert(mine.ok);
  const { published } = mine;
  t.strictSame(withdraw({ ...published, target: { ...published.target, parent: fence.root } }), { ok: true });
  t.notOk(fs.existsSync(at("page.md")));
  t.strictSame(withdraw({ ...published, target: { ...published.target, parent: fence.root } }), { ok: true }, "again");

  fs.renameSync(at("rival.md"), at("page.md"));
  withdraw({ ...published, target: { ...published.target, parent: fence.root } });
  t.equal(fs.readFileSync(at("page.md"), "utf8"), "rival");
});

t.test("a staged file holds its bytes, any number of them, until it is discarded", async (t) => {
  const { fence, in: at } = scene(t, { ".wyrd": {} });
  inWyrd(fence, (wyrd) => {
    for (const size of [0, 1, 3_000_000]) {
      const bytes = Buffer.alloc(size, "x");
      const staged = stage(wyrd, bytes);
      assert(staged.ok);
      t.ok(fs.readFileSync(join(at(".wyrd"), staged.temp.name)).equals(bytes), `${size} bytes`);
      discard(staged.temp);
    }
  });
  t.strictSame(fs.readdirSync(at(".wyrd")), []);
});

t.test("writes that come short are continued", async (t) => {
  const { fence, in: at } = scene(t, { ".wyrd": {} });
  t.intercept(sys, "write", { value: (fd: number, bytes: Uint8Array) => fs.writeSync(fd, bytes.subarray(0, 4)) });
  t.ok(createPage(fence, "page.md").ok);
  t.equal(fs.readFileSync(at("page.md"), "utf8"), pageText);
});

t.test(
  "[fence.whole-or-nothing] of files staged together each has its own outcome, and a failed one leaves nothing",
  async (t) => {
    const { fence, in: at } = scene(t, { ".wyrd": {} }, "descriptors");
    const { fsyncAlongside } = sys;
    t.teardown(() => Object.assign(sys, { fsyncAlongside }));
    let calls = 0;
    const fault = Object.assign(new Error("EIO"), { code: "EIO", syscall: "fsync" });
    Object.assign(sys, {
      fsyncAlongside: (fd: number) => (++calls === 2 ? Promise.reject(fault) : fsyncAlongside(fd)),
    });

    const opened = openScribeDir(fence);
    assert(opened.ok);
    const files = ["one", "two", "three"].map((text) => Buffer.from(text));
    const staged = await stageAll(opened.wyrd, files);
    opened.wyrd.close();
    const outcomes = staged.map((file) => (file.ok ? Buffer.from(file.temp.bytes).toString() : file.refusal.code));
    t.strictSame(outcomes, ["one", "IO_ERROR", "three"]);
    const left = fs.readdirSync(at(".wyrd")).map((name) => fs.readFileSync(join(at(".wyrd"), name), "utf8"));
    t.strictSame(left.sort(), ["one", "three"]);
  },
);
