import { readFile } from "node:fs/promises";
import t from "tap";
import { allFindings } from "./main/scribe/verify/all-findings.ts";

t.test("[verify.output] the README says of every finding what it means, and of nothing else", async (t) => {
  const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  const [, table = ""] = /<!-- findings -->\n(.*?)<!-- \/findings -->/s.exec(readme) ?? [];
  const rows = table.trimEnd().split("\n");
  const codes = rows.flatMap((row) => {
    const [, kind, names = ""] = row.split("|").map((cell) => cell.trim());
    return [...names.matchAll(/`(\w+)`/g)].map(([, what]) => `${kind}.${what}`);
  });
  t.strictSame(codes.sort(), allFindings.map(({ code }) => code).sort());
});
