import fc from "fast-check";
import t from "tap";
import { after, before, countOf, script } from "../../../stand-in/script.ts";
import { profiles, startWorld } from "./world.ts";

const base = "base\n";
const files = { "a.md": base };
const append = { name: "a", text: "ours\n" };

for (const max_retries of [0, 1, 3]) {
  t.test(
    `[bridge.retries] with max_retries ${max_retries} a page is written so often and once more at most`,
    async (t) => {
      for (const profile of profiles) {
        const { call, standIn } = await startWorld(t, profile, files);
        let theirs = base;
        const put = profile === "new" ? before("put", null) : after("put", null);
        script(standIn, put, () => {
          theirs += "theirs\n";
          standIn.files.set("a.md", theirs);
        });
        const refused = await call("append_to_page", { ...append, max_retries });
        t.match(refused, { refusal: { code: profile === "new" ? "PRECONDITION_FAILED" : "CONCURRENT_EDIT" } });
        t.equal(countOf(standIn, "put"), max_retries + 1, profile);
        t.equal(standIn.files.text("a.md"), theirs, profile);
      }
    },
  );
}

t.test(
  "[bridge.patch-lines] whatever another writer does, the lines that were meant are replaced or none",
  async (t) => {
    for (const profile of profiles) {
      const { call, standIn } = await startWorld(t, profile);
      const lines = fc.array(fc.constantFrom<string[]>("a", "b", "c", ""), { minLength: 1, maxLength: 6 });
      const splice = fc.tuple(
        fc.nat(6),
        fc.nat(2),
        fc.array(fc.constantFrom<string[]>("a", "b", "new"), { maxLength: 2 }),
      );
      const property = fc.asyncProperty(lines, splice, fc.nat(5), async (first, [at, taken, given], line) => {
        fc.pre(line < first.length);
        const text = (all: readonly string[]): string => all.map((line) => `${line}\n`).join("");
        standIn.files.set("a.md", text(first));
        const theirs = first.toSpliced(at, taken, ...given);
        const moment = profile === "new" ? before("put") : after("put");
        script(standIn, moment, () => standIn.files.set("a.md", text(theirs)));
        const range = { start_line: line + 1, end_line: line + 1 };
        const { ok } = await call("patch_page_lines", { name: "a", ...range, new_content: "ours" });
        const sameHead = text(theirs.slice(0, line + 1)) === text(first.slice(0, line + 1));
        t.equal(ok, sameHead, JSON.stringify([profile, first, theirs, line]));
        t.equal(standIn.files.text("a.md"), text(sameHead ? theirs.with(line, "ours") : theirs));
      });
      await fc.assert(property, { numRuns: 150 });
    }
  },
);
