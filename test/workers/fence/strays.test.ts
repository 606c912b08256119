import { spawnSync } from "node:child_process";
import fs from "node:fs";
import t from "tap";
import { clearStrays } from "../../../src/workers/fence/strays.ts";
import { failEachCall, inWyrd, scene, staged, walks } from "./staging.ts";

const gone = spawnSync(process.execPath, ["--version"]).pid;
const hours = 60 * 60;
const now = Date.now() / 1000;

for (const walk of walks) {
  t.test(
    `[fence.whole-or-nothing] ${walk}: temporary files that nobody will finish are cleared, and nothing else`,
    async (t) => {
      const temp = (pid: number, tail = "0123456789abcdef") => `page-${pid}-${tail}.tmp`;
      const strays = {
        [temp(gone)]: now,
        [temp(process.ppid, "a1")]: now - 2 * hours,
        [temp(process.pid, "a2")]: now - hours / 2,
      };
      const kept = {
        [temp(process.pid, "a3")]: now,
        [temp(process.ppid, "a4")]: now - hours / 2,
        [`${temp(gone)}.md`]: now - 2 * hours,
        [`page-${gone}-XYZ.tmp`]: now - 2 * hours,
        "page-.tmp": now - 2 * hours,
        "lineage.jsonl": now - 2 * hours,
        "scribe.json": now - 2 * hours,
      };
      const { fence, in: at } = scene(
        t,
        { ".wyrd": { [temp(gone, "a5")]: {}, [temp(gone, "a6")]: { link: "scribe.json" } } },
        walk,
      );
      for (const [name, time] of Object.entries({ ...strays, ...kept })) {
        fs.writeFileSync(at(`.wyrd/${name}`), "");
        fs.utimesSync(at(`.wyrd/${name}`), time, time);
      }
      inWyrd(fence, clearStrays);
      const left = [...Object.keys(kept), temp(gone, "a5"), temp(gone, "a6")];
      t.strictSame(fs.readdirSync(at(".wyrd")).sort(), left.sort());
    },
  );
}

t.test("clearing is best effort: a call that fails leaves the file for another start", async (t) => {
  const { fence } = scene(t, { ".wyrd": { [`page-${gone}-ab.tmp`]: "" } });
  inWyrd(fence, (wyrd) => {
    failEachCall("EPERM", (before) => staged(before, () => clearStrays(wyrd)));
  });
  t.pass("nothing was thrown");
});
