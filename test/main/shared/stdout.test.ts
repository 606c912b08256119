import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import t from "tap";

const script = fileURLToPath(new URL("./stdout-child.js", import.meta.url));

t.test("[stdout.only-json-rpc] only the claimed stream writes to stdout, whatever any thread prints", async (t) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  t.equal(stdout, "claimed\n");
  const printed = ["console log", "table", "process stdout", "earlier stdout", "a warning"];
  for (const text of printed) t.match(stderr, text);
  t.equal(stderr.split("worker stdout\n").length, 3, "both workers");
  t.equal(stderr.split("worker console\n").length, 3, "both workers");
  t.equal(status, 0);
});
