import t from "tap";
import { progressMeter } from "../../../src/main/scribe/progress.ts";

t.test("[mcp.progress] sums the jobs, rises strictly, at most ten times a second", async (t) => {
  let time = 0;
  const sent: [done: number, total: number][] = [];
  const hear = progressMeter(
    (done, total) => sent.push([done, total]),
    () => time,
  );
  hear({ job: 1, bytes_done: 10, bytes_total: 100 });
  hear({ job: 1, bytes_done: 20, bytes_total: 100 });
  time = 99;
  hear({ job: 2, bytes_done: 5, bytes_total: 50 });
  time = 100;
  hear({ job: 2, bytes_done: 5, bytes_total: 50 });
  time = 200;
  hear({ job: 2, bytes_done: 5, bytes_total: 50 });
  time = 300;
  hear({ job: 2, bytes_done: 50, bytes_total: 50 });
  t.strictSame(sent, [
    [10, 100],
    [25, 150],
    [70, 150],
  ]);
});
