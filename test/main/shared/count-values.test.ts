import fc from "fast-check";
import t from "tap";
import { countValues } from "../../../src/main/shared/count-values.ts";

/** Commas, brackets and braces outside strings, by taking the strings out first. */
function naive(text: string): number {
  return 1 + (text.replace(/"(?:[^"\\]|\\.)*"/gs, "").match(/[,[{]/g) ?? []).length;
}

t.test("counts what would become a value, and nothing inside a string", async (t) => {
  fc.assert(
    fc.property(fc.json(), (text) => countValues(Buffer.from(text), 1e6) === naive(text)),
    { numRuns: 2000 },
  );
  t.equal(countValues(Buffer.from(JSON.stringify({ content: 'a,b,[c]\\"{,' })), 10), 2);
  t.equal(countValues(Buffer.from('"never closed, ['), 10), 1);
  t.equal(countValues(Buffer.from("[".repeat(1000)), 10), 11, "stops once there are too many");
});
