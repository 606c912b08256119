import fc from "fast-check";
import t from "tap";
import { contended } from "../../../src/main/bridge/contended.ts";

t.test("[bridge.edit-hint] from the fourth refusal of a page within a minute on, it is contended", async (t) => {
  const note = contended();
  const told = [0, 1, 2, 3, 4, 60_001, 60_002, 60_003, 60_004, 130_000].map((ms) => note("a", ms));
  t.strictSame(told, [false, false, false, true, true, true, true, true, true, false]);
  const sparse = contended();
  t.strictSame(
    [0, 20_000, 40_000, 60_000, 80_000, 100_000].map((ms) => sparse("a", ms)),
    [false, false, false, false, false, false],
    "the first is over when the fourth comes",
  );
});

t.test("[bridge.edit-hint] pages are counted apart, however many there are", async (t) => {
  const refusal = fc.record({ page: fc.constantFrom("a", "b", "c"), wait: fc.nat(30_000) });
  fc.assert(
    fc.property(fc.array(refusal, { maxLength: 40 }), (refusals) => {
      const note = contended();
      const seen: [page: string, ms: number][] = [];
      let now = 0;
      for (const { page, wait } of refusals) {
        now += wait;
        seen.push([page, now]);
        const recent = seen.filter(([other, ms]) => other === page && now - ms < 60_000);
        t.equal(note(page, now), recent.length >= 4);
      }
    }),
  );
  const note = contended();
  for (const ms of [0, 1, 2]) note("kept", ms);
  for (let at = 0; at < 1000; at++) note(`other ${at}`, 3);
  t.equal(note("kept", 4), true);
  for (const ms of [5, 6, 7]) note("pushed out", ms);
  for (let at = 0; at < 5000; at++) note(`other ${at}`, 8);
  t.equal(note("pushed out", 9), false, "only so many are remembered");
});
