import fs from "node:fs";
import { join } from "node:path";
import t from "tap";
import { createPage, filesystems } from "./create-page.ts";
import { both, forEachCall, plant, scene, snapshot, staged, swapForLink, walks } from "./staging.ts";

for (const walk of walks) {
  for (const [links, filesystem] of Object.entries(filesystems)) {
    t.test(
      `${walk}, ${links}: whatever is swapped for a link before whatever call, nothing outside is made`,
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

t.test("a page made while its folder was swapped is taken back", async (t) => {
  const { base, fence, in: at } = scene(t, { ".wyrd": {}, a: {} }, "paths");
  plant(join(base, "outside"), {});
  const outcome = createPage(fence, "a/page.md", () => swapForLink(at("a"), join(base, "outside")));
  t.match(outcome, { ok: false, refusal: { code: "IO_ERROR", facts: { path: "a/page.md", errno: "ESTALE" } } });
  t.strictSame(fs.readdirSync(join(base, "outside")), []);
});
