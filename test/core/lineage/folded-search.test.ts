import t from "tap";
import { foldedSearch } from "../../../src/core/lineage/folded-search.ts";
import { several } from "../../../src/core/text/foldings.ts";

const text = Buffer.from("One  two\r\nthree “four” five  SIX seven eight  six nine");

/** Searches a text that stands at offset 1000 of a file, in blocks of 8 bytes or some more. */
function sighting(quote: string) {
  const search = foldedSearch(several, Buffer.from(several.fold(quote)), 1000, 8);
  for (let at = 0; at < text.length; at += 5) search.feed(text.subarray(at, at + 5));
  return search.finish();
}

t.test("a folded quote is counted, and the part that holds its first occurrence is narrow", async (t) => {
  for (const [quote, count] of [
    ["TWO three", 1],
    ['"four"', 1],
    ["six", 2],
    ["One two three 'four'", 0],
  ] as const) {
    const found = sighting(quote);
    t.equal(found.count, count, quote);
    const part = text.subarray(found.from - 1000, found.to - 1000);
    t.equal(several.fold(part.toString()).includes(several.fold(quote)), count > 0, quote);
    t.ok(part.length <= quote.length + 3 * 8, `${quote}: ${part}`);
  }
});

t.test("a quote may be longer than many blocks, and end where the text ends", async (t) => {
  t.strictSame(sighting(text.toString().toLowerCase()), { count: 1, from: 1000, to: 1000 + text.length });
});
