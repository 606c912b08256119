import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { refuse } from "../../../src/core/refusal.ts";
import { newFolder, plant, walks } from "./staging.ts";

const fixture = fileURLToPath(new URL("denied-fixture.js", import.meta.url));
const root = process.getuid?.() === 0;
const nobody = root ? { uid: 65534, gid: 65534 } : {};
const readable = spawnSync("env", ["NODE_OPTIONS=", process.execPath, "--check", fixture], nobody).status === 0;

t.test(
  "what the system denies to the user is refused as such, in grant-relative words",
  { skip: !readable && "the compiled tests cannot be read by a user without rights" },
  async (t) => {
    const base = newFolder(t);
    fs.chmodSync(base, 0o755);
    const wyrd = { "lineage.jsonl": "", "scribe.json": "{}" };
    plant(base, {
      open: { ".wyrd": wyrd, "unreadable.md": "", closed: { "x.md": "" }, unwritable: {} },
      "without-rights": { ".wyrd": wyrd },
      closed: {},
    });
    const modes = {
      "open/.wyrd": 0o777,
      "open/.wyrd/lineage.jsonl": root ? 0o644 : 0o444,
      "open/.wyrd/scribe.json": 0o000,
      "open/unreadable.md": 0o000,
      "open/closed": 0o000,
      "open/unwritable": 0o555,
      "without-rights/.wyrd": 0o555,
      closed: 0o000,
    };
    for (const [path, mode] of Object.entries(modes)) fs.chmodSync(join(base, path), mode);
    t.teardown(() => {
      for (const path of Object.keys(modes)) fs.chmodSync(join(base, path), 0o700);
    });

    const child = spawnSync("env", ["NODE_OPTIONS=", process.execPath, fixture, base], { ...nobody, encoding: "utf8" });
    t.equal(child.stderr, "");
    const ledger = refuse("LEDGER_UNUSABLE", { problem: "read_only", errno: "EACCES" });
    const expected: Record<string, unknown> = { grant: { code: "GRANT_DENIED" } };
    for (const walk of walks) {
      expected[`${walk}: unreadable file`] = refuse("DENIED", { path: "unreadable.md" });
      expected[`${walk}: closed folder`] = refuse("DENIED", { path: "closed/x.md" });
      expected[`${walk}: page in a folder that cannot be written`] = refuse("DENIED", { path: "unwritable/page.md" });
      expected[`${walk}: page in a closed folder`] = refuse("DENIED", { path: "closed/page.md" });
      expected[`${walk}: ledger`] = ledger;
      expected[`${walk}: append`] = ledger;
      expected[`${walk}: config`] = refuse("DENIED", { path: ".wyrd/scribe.json" });
      expected[`${walk}: .wyrd`] = refuse("DENIED", { path: ".wyrd" });
    }
    t.strictSame(JSON.parse(child.stdout), expected);
  },
);
