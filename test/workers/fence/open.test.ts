import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import t from "tap";
import { openSource } from "../../../src/workers/fence/open.ts";
import { release } from "../../../src/workers/fence/release.ts";
import type { Fence } from "../../../src/workers/fence/root.ts";
import { stampOf } from "../../../src/workers/fence/stamp.ts";
import {
  both,
  failEachCall,
  failing,
  forEachCall,
  onFirst,
  openDescriptors,
  plant,
  scene,
  staged,
  swapForLink,
  walks,
} from "./staging.ts";

/** The text at a path, or the code of the refusal. */
function read(fence: Fence, path: string): string {
  const opened = openSource(fence, path);
  if (!opened.ok) return opened.refusal.code;
  try {
    return fs.readFileSync(opened.file.fd, "utf8");
  } finally {
    release(opened.file.fd);
  }
}

for (const walk of walks) {
  t.test(`${walk}: a source is opened under its real path`, async (t) => {
    const { fence } = scene(t, { a: { "x.md": "text" }, l: { link: "a" } }, walk);
    const opened = openSource(fence, "l/x.md");
    assert(opened.ok);
    t.equal(opened.file.path, "a/x.md");
    t.equal(fs.readFileSync(opened.file.fd, "utf8"), "text");
    release(opened.file.fd);
  });

  t.test(`[fence.not-a-file] ${walk}: folders, FIFOs, sockets and devices are never opened`, async (t) => {
    const { fence, in: at } = scene(t, { folder: {} }, walk);
    execFileSync("mkfifo", [at("fifo")]);
    const server = net.createServer().listen(at("socket"));
    await once(server, "listening");
    t.teardown(() => server.close());
    const names = ["folder", "fifo", "socket"];
    if (process.getuid?.() === 0) {
      execFileSync("mknod", [at("device"), "c", "1", "3"]);
      names.push("device");
    }
    for (const name of names) t.equal(read(fence, name), "NOT_A_FILE", name);
  });

  t.test(`[fence.not-a-file] ${walk}: someone waiting at the other end of a FIFO notices nothing`, async (t) => {
    const { fence, in: at } = scene(t, {}, walk);
    execFileSync("mkfifo", [at("fifo")]);
    const writer = spawn("sh", ["-c", 'echo waiting > "$0"', at("fifo")]);
    t.teardown(() => writer.kill());
    await sleep(100);
    t.equal(read(fence, "fifo"), "NOT_A_FILE");
    await sleep(100);
    t.equal(writer.exitCode, null, "the writer still waits for a reader");
  });

  t.test(
    `[fence.contained] ${walk}: whatever is swapped for a link before whatever call, nothing outside is read`,
    async (t) => {
      for (const swapped of ["a/b/x.md", "a/b", "a", "."]) {
        const answers = new Set<string>();
        forEachCall((inTurn) => {
          const { base, fence, in: at } = scene(t, { a: { b: { "x.md": "INSIDE" } } }, walk);
          plant(join(base, "outside"), { a: { b: { "x.md": "OUTSIDE" } } });
          const swap = inTurn(() => swapForLink(at(swapped), join(base, "outside", swapped)));
          const round = staged(swap, () => read(fence, "a/b/x.md"));
          answers.add(round.result);
          return round;
        });
        t.ok(answers.has("INSIDE"), `swapped late: ${swapped}`);
        t.notOk(answers.has("OUTSIDE"), `nothing outside: ${[...answers]}`);
      }
    },
  );

  t.test(`${walk}: every call that fails is a refusal, and no descriptor stays open`, async (t) => {
    const { fence } = scene(t, { a: { "x.md": "text" }, l: { link: "a" } }, walk);
    const descriptors = openDescriptors();
    for (const code of ["EIO", "EMFILE"]) {
      failEachCall(code, (before) => {
        const round = staged(before, () => read(fence, "l/x.md"));
        t.match(round.result, /^(text|IO_ERROR|SOURCE_CHANGED_DURING_READ)$/);
        return round;
      });
    }
    t.equal(openDescriptors(), descriptors);
  });
}

t.test("a source that the system does not let us read is DENIED", async (t) => {
  const { fence } = scene(t, { "x.md": "" });
  const { result } = staged(failing("EACCES", "open"), () => openSource(fence, "x.md"));
  t.strictSame(result, { ok: false, refusal: { code: "DENIED", at: null, facts: { path: "x.md" } } });
});

t.test("by paths: a file that is replaced between the look and the open is not taken for the other", async (t) => {
  const { fence, in: at } = scene(t, { "x.md": "old", "new.md": "new" }, "paths");
  const replace = onFirst("open", () => fs.renameSync(at("new.md"), at("x.md")));
  t.equal(staged(replace, () => read(fence, "x.md")).result, "SOURCE_CHANGED_DURING_READ");
});

t.test("by paths: a file that was another while it was opened is noticed, though it is back", async (t) => {
  const { fence, in: at } = scene(t, { "x.md": "one", "other.md": "other" }, "paths");
  const swap = () => {
    fs.renameSync(at("x.md"), at("aside"));
    fs.renameSync(at("other.md"), at("x.md"));
    fs.renameSync(at("aside"), at("other.md"));
  };
  const thereAndBack = both(onFirst("open", swap), onFirst("fstat", swap));
  t.equal(staged(thereAndBack, () => read(fence, "x.md")).result, "SOURCE_CHANGED_DURING_READ");
});

t.test("by paths: a file that became a link is not opened through it", async (t) => {
  const { fence, in: at } = scene(t, { "x.md": "", other: "" }, "paths");
  const swap = onFirst("open", () => swapForLink(at("x.md"), at("other")));
  t.equal(staged(swap, () => read(fence, "x.md")).result, "ELOOP");
});

t.test("a stamp tells versions of a file apart, to the nanosecond", async (t) => {
  const { fence, in: at } = scene(t, { "x.md": "text" });
  const opened = openSource(fence, "x.md");
  assert(opened.ok);
  const { fd } = opened.file;
  const stats = fs.statSync(at("x.md"), { bigint: true });
  const first = stampOf(fd);
  t.strictSame(first, {
    device: String(stats.dev),
    inode: String(stats.ino),
    size: 4,
    mtime_ns: String(stats.mtimeNs),
    ctime_ns: String(stats.ctimeNs),
  });
  fs.appendFileSync(at("x.md"), "!");
  t.equal(stampOf(fd).size, 5);
  release(fd);
});
