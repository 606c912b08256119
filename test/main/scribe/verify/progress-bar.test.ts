import t from "tap";
import { progressBar } from "../../../../src/main/scribe/verify/progress-bar.ts";

t.test("[verify.progress] a bar grows with the bytes, ten times a second at most, and is taken away", async (t) => {
  let time = 0;
  let written: string[] = [];
  const bar = progressBar({ write: (text) => written.push(text) }, () => time);
  bar.clear();
  t.strictSame(written, [], "nothing is taken away that is not there");
  bar.hear("records", 1, 4);
  bar.hear("records", 2, 4);
  time = 100;
  bar.hear("records", 3, 4);
  bar.clear();
  bar.clear();
  t.strictSame(written, [
    "\r\u001b[Krecords [#######.......................] 25 %",
    "\r\u001b[Krecords [######################........] 75 %",
    "\r\u001b[K",
  ]);
  written = [];
  time = 200;
  bar.hear("ledger", 0, 0);
  bar.hear("ledger", 9, 4);
  t.strictSame(written, [`\r\u001b[Kledger  [${"#".repeat(30)}] 100 %`], "of nothing there is no bar");
});
