import { Buffer } from "node:buffer";
import fc from "fast-check";
import t from "tap";
import { stretches } from "../../../../src/core/lineage/quotes/stretches.ts";

t.test("stretches offer every byte once as a start, in order, with the reach after it", async () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 20 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }), (lengths, reach, gather) => {
      const total = lengths.reduce((sum, length) => sum + length, 0);
      const file = Buffer.from(Array.from({ length: total }, (_, at) => 1 + (at % 251)));
      let starts = 0;
      const cut = stretches(reach, gather, (stretch) => {
        const { bytes, base, end } = stretch;
        if (base !== starts || bytes.length < stretch.starts + reach) throw new Error("a gap, or no reach");
        if (Buffer.compare(bytes.subarray(0, end), file.subarray(base, base + end)) !== 0)
          throw new Error("other bytes");
        if (base + end < total && end < stretch.starts + reach) throw new Error("an end within the file");
        starts += stretch.starts;
      });
      let fed = 0;
      for (const length of lengths) {
        cut.feed(file.subarray(fed, fed + length));
        fed += length;
      }
      cut.finish();
      return starts === total;
    }),
    { numRuns: 5000 },
  );
});
