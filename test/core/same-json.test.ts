import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import t from "tap";
import { sameJson } from "../../src/core/same-json.ts";

t.test("[verify.frontmatter] values are the same as a strict comparison has it, in any order of members", async () => {
  const small = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom<unknown>(null, true, 0, 1, "", "a"),
      fc.array(tie("value"), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom("a", "b", "0", "__proto__"), tie("value"), { maxKeys: 2 }),
    ),
  })).value;
  const read = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  fc.assert(
    fc.property(small, small, (a, b) => sameJson(read(a), read(b)) === isDeepStrictEqual(read(a), read(b))),
    { numRuns: 2000 },
  );
  fc.assert(fc.property(fc.jsonValue(), (value) => sameJson(read(value), read(value))));
});
