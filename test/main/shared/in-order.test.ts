import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import t from "tap";
import { inOrder } from "../../../src/main/shared/in-order.ts";

t.test("[verify.scale] results come in the order of the items, and no more than so many are worked on", async () => {
  const property = fc.asyncProperty(
    fc.array(fc.nat({ max: 3 }), { maxLength: 12 }),
    fc.integer({ min: 1, max: 4 }),
    async (delays, width) => {
      let running = 0;
      let most = 0;
      const results: number[] = [];
      const work = async ([index, delay]: [number, number]): Promise<number> => {
        most = Math.max(most, ++running);
        await setTimeout(delay);
        running -= 1;
        return index;
      };
      for await (const index of inOrder(delays.entries(), width, work)) results.push(index);
      return most <= width && results.join() === [...delays.keys()].join();
    },
  );
  await fc.assert(property, { numRuns: 60 });
});
