import { readdir, readFile } from "node:fs/promises";
import t from "tap";
import { requirements } from "./requirements.ts";

const tests = new URL("../../test/", import.meta.url);

t.test("[requirements.cited] every promise is cited by a test, and every citation is of a promise", async (t) => {
  const cited = new Set<string>();
  for (const name of await readdir(tests, { recursive: true })) {
    if (!name.endsWith(".test.ts")) continue;
    for (const [, title] of (await readFile(new URL(name, tests), "utf8")).matchAll(/t\.test\(\s*["'`]([^"'`\n]*)/g)) {
      for (const [, id] of (title ?? "").matchAll(/\[([a-z0-9-]+(?:\.[a-z0-9-]+)?)\]/g)) if (id) cited.add(id);
    }
  }
  const promised = Object.keys(requirements);
  t.strictSame(
    promised.filter((id) => !cited.has(id)),
    [],
    "promises that nobody cites",
  );
  t.strictSame(
    [...cited].filter((id) => !promised.includes(id)),
    [],
    "citations of no promise",
  );
});
