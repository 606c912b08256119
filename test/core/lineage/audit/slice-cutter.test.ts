import t from "tap";
import { limits } from "../../../../src/core/limits.ts";
import { readLine } from "../../../../src/core/lineage/audit/read-line.ts";
import { sliceCutter } from "../../../../src/core/lineage/audit/slice-cutter.ts";
import { recordLine } from "../../../../src/core/lineage/record.ts";
import { newHasher, sha256 } from "../hashing.ts";
import { linesOf, recordOf } from "./records.ts";

function cut(ledger: Buffer, page: string | null, superseded: number[] = []) {
  const cutter = sliceCutter(page, newHasher);
  for (const line of linesOf(ledger)) {
    const read = readLine(line);
    if (line.bytes !== null) cutter.add({ ...line, bytes: line.bytes }, read.kind === "record" ? read.record : null);
  }
  return cutter.finish(superseded);
}

const records = (count: number, sources: (n: number) => Record<string, number> = () => ({})): Buffer =>
  Buffer.from(Array.from({ length: count }, (_, n) => recordLine(recordOf(n, `${n}.md`, sources(n)))).join(""));

t.test("[verify.scale] slices are whole lines, of bounded size, and leave nothing out", async (t) => {
  const ledger = records(2000);
  const { slices } = cut(ledger, null);
  t.ok(slices.length > 2);
  let end = 0;
  for (const { from, to, first_line, sha256: digest } of slices) {
    t.equal(from, end);
    t.ok(to - from <= limits.sliceBytes);
    t.equal(first_line, ledger.subarray(0, from).toString().split("\n").length);
    t.equal(digest, sha256(ledger.subarray(from, to)));
    end = to;
  }
  t.equal(end, ledger.length);
});

t.test("[verify.ledger] a line too long for a record is in no slice", async (t) => {
  const [before, after] = [records(2), records(3)];
  const tooLong = Buffer.from(`${"x".repeat(limits.lineBytes)}\n`);
  const { slices } = cut(Buffer.concat([before, tooLong, after]), null);
  t.match(slices, [
    { from: 0, to: before.length, first_line: 1 },
    { from: before.length + tooLong.length, first_line: 4 },
  ]);
});

t.test("[verify.pages] each slice knows its own lines whose page was written again", async (t) => {
  const { slices } = cut(records(2000), null);
  const firsts = slices.map(({ first_line }) => first_line);
  const superseded = [1, ...firsts.slice(1).flatMap((first) => [first, first - 1]), 2000];
  const own = cut(records(2000), null, superseded).slices.map((slice) => slice.superseded);
  t.strictSame(
    own.flat(),
    superseded.toSorted((a, b) => a - b),
  );
  for (const [index, lines] of own.entries()) {
    t.ok(lines.every((line) => line >= (firsts[index] ?? 0) && line < (firsts[index + 1] ?? 2001)));
  }
});

t.test("[verify.page] with a page only slices that have a record of it are left", async (t) => {
  const { slices } = cut(records(2000), "1999.md", [3, 1999]);
  t.equal(slices.length, 1);
  t.ok((slices[0]?.first_line ?? 0) > 3);
  t.strictSame(slices[0]?.superseded, [1999]);
});

t.test("[verify.scale] large sources are listed once, and each slice names those that it cites", async (t) => {
  const large = limits.largeSourceBytes;
  const ledger = records(2000, (n) => ({ "Arc/all": large, [`Arc/${n % 2}`]: large + n, "Arc/small": large - 1 }));
  const { slices, largeSources } = cut(ledger, null);
  t.strictSame(largeSources, ["Arc/all", "Arc/0", "Arc/1"]);
  for (const slice of slices) t.strictSame([...slice.large_sources].sort(), [0, 1, 2]);
  t.strictSame(cut(ledger, "3.md").slices[0]?.large_sources, [0, 1], "of the page's records only");
});
