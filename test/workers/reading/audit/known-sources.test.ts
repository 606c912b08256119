import t from "tap";
import { limits } from "../../../../src/core/limits.ts";
import type { KnownSource } from "../../../../src/core/messages/reader.ts";
import { learnSource, recallSource } from "../../../../src/workers/reading/audit/known-sources.ts";

const now = 1_800_000_000_000;
const changedAt = (path: string, ms: number): KnownSource => {
  const time = String(BigInt(ms) * 1_000_000n);
  return { path, stamp: { device: "1", inode: "2", size: 3, mtime_ns: time, ctime_ns: time }, sha256: "" };
};
const old = (path: string): KnownSource => changedAt(path, now - 2 * limits.settleMs);

t.test("[verify.scale] a source that was read whole is remembered by its path", async (t) => {
  learnSource(old("a"), now);
  t.strictSame(recallSource("a"), old("a"));
  t.equal(recallSource("b"), null);
});

t.test(
  "[verify.sources] a source so young that its stamp vouches for nothing is not, and replaces one that was",
  async (t) => {
    learnSource(old("a"), now);
    learnSource(changedAt("a", now - limits.settleMs / 2), now);
    t.equal(recallSource("a"), null);
  },
);

t.test("[verify.scale] the one that was learned longest ago is forgotten first", async (t) => {
  const paths = Array.from({ length: limits.knownSources }, (_, n) => `${n}`);
  for (const path of paths) learnSource(old(path), now);
  learnSource(old("0"), now);
  learnSource(old("one more"), now);
  t.equal(recallSource("1"), null);
  t.ok([...paths.filter((path) => path !== "1"), "one more"].every((path) => recallSource(path) !== null));
});
