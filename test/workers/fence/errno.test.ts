import fs from "node:fs";
import t from "tap";
import { refuse } from "../../../src/core/refusal.ts";
import { errnoOf, refusalFor } from "../../../src/workers/fence/errno.ts";
import { release } from "../../../src/workers/fence/release.ts";
import { errno, failing, staged } from "./staging.ts";

t.test("an errno with a meaning of its own has its code, any other is IO_ERROR and told", async (t) => {
  const path = "a/b.md";
  const refusals = {
    ENOENT: refuse("MISSING", { path }),
    ENOTDIR: refuse("NOT_A_DIRECTORY", { path }),
    EACCES: refuse("DENIED", { path }),
    EPERM: refuse("DENIED", { path }),
    EEXIST: refuse("EXISTS", { path }),
    ELOOP: refuse("ELOOP", { path }),
    ENAMETOOLONG: refuse("NAME_TOO_LONG", { path, limit: 255 }),
    EMFILE: refuse("IO_ERROR", { path, errno: "EMFILE" }),
    ENOSPC: refuse("IO_ERROR", { path, errno: "ENOSPC" }),
    EROFS: refuse("IO_ERROR", { path, errno: "EROFS" }),
  };
  for (const [code, refusal] of Object.entries(refusals)) t.strictSame(refusalFor(code, path), refusal, code);
});

t.test("only what the system reports is an errno", async (t) => {
  t.equal(errnoOf(errno("EIO")), "EIO");
  for (const bug of [new TypeError("bug"), Object.assign(new Error("bug"), { code: "ERR_BUG" }), "bug", null]) {
    let thrown: unknown;
    try {
      errnoOf(bug);
    } catch (error) {
      thrown = error;
    }
    t.equal(thrown, bug);
  }
});

t.test("a descriptor is given back whatever close reports, and closing it twice is a bug", async (t) => {
  const fd = fs.openSync("/", "r");
  t.equal(staged(failing("EIO", "close"), () => release(fd)).leaked, -1);
  t.throws(() => release(fd), { code: "EBADF" });
});
