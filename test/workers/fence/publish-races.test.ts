import fs from "node:fs";
import { join } from "node:path";
import t from "tap";
import { syncFolder } from "../../../src/workers/fence/sync.ts";
import { stage } from "../../../src/workers/fence/temp.ts";
import { createPage, filesystems } from "./create-page.ts";
import { both, forEachCall, inWyrd, onFirst, plant, scene, snapshot, staged, swapForLink, walks } from "./staging.ts";

for (const walk of walks) {
  for (const [links, filesystem] of Object.entries(filesystems)) {
    t.test(
      `[fence.contained] ${walk}, ${links}: whatever is swapped for a link before whatever call, nothing outside is made`,
      async (t) => {
        for (const swapped of ["a/b", "a", ".wyrd", "."]) {
          const outcomes: boolean[] = [];
          forEachCall((inTurn) => {
            const { base, fence, in: at } = scene(t, { ".wyrd": {}, a: { b: {} } }, walk);
            const outside = join(base, "outside");
            plant(outside, { ".wyrd": {}, a: { b: {} } });
            const before = snapshot(outside);
            const swap = inTurn(() => swapForLink(at(swapped), join(outside, swapped)));
            const round = staged(both(swap, filesystem), () => createPage(fence, "a/b/page.md"));
            t.strictSame(snapshot(outside), before, `${swapped} swapped`);
            t.equal(round.leaked, 0);
            outcomes.push(round.result.ok);
            return round;
          });
          t.ok(outcomes.includes(true) && outcomes.includes(false), `${swapped} swapped early and late`);
        }
      },
    );
  }
}

t.test("by paths: a page made while its folder was swapped is taken back", async (t) => {
  const { base, fence, in: at } = scene(t, { ".wyrd": {}, a: {} }, "paths");
  plant(join(base, "outside"), {});
  const outcome = createPage(fence, "a/page.md", () => swapForLink(at("a"), join(base, "outside")));
  t.match(outcome, { ok: false, refusal: { code: "IO_ERROR", facts: { path: "a/page.md", errno: "ESTALE" } } });
  t.strictSame(fs.readdirSync(join(base, "outside")), []);
});

t.test("by paths: no byte is written through a .wyrd that was swapped", async (t) => {
  const { base, fence, in: at } = scene(t, { ".wyrd": {} }, "paths");
  plant(join(base, "outside"), {});
  let writes = 0;
  const before = both(
    onFirst("open", () => swapForLink(at(".wyrd"), join(base, "outside"))),
    (_, primitive) => {
      if (primitive === "write") writes += 1;
    },
  );
  const { result } = inWyrd(fence, (wyrd) => staged(before, () => stage(wyrd, Buffer.from("bytes"))));
  t.match(result, { ok: false, refusal: { code: "IO_ERROR", facts: { path: ".wyrd", errno: "ESTALE" } } });
  t.equal(writes, 0);
  t.strictSame(fs.readdirSync(join(base, "outside")), []);
});

t.test("by paths: a folder that was swapped is not synced in place of the real one", async (t) => {
  const { base, fence, in: at } = scene(t, { ".wyrd": {} }, "paths");
  plant(join(base, "outside"), {});
  inWyrd(fence, (wyrd) => {
    swapForLink(at(".wyrd"), join(base, "outside"));
    t.notOk(syncFolder(wyrd, ".wyrd").ok);
  });
});
