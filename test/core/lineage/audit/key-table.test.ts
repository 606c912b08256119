import { createHash } from "node:crypto";
import fc from "fast-check";
import t from "tap";
import { keyTable } from "../../../../src/core/lineage/audit/key-table.ts";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

t.test("[verify.scale] a key has one row, in the order of arrival, and others have none", async () => {
  const numbers = fc.array(fc.nat({ max: 5000 }), { size: "max", maxLength: 5000 });
  fc.assert(
    fc.property(numbers, (keys) => {
      const table = keyTable();
      const rows = new Map<number, number>();
      for (const key of keys) {
        const row = rows.get(key) ?? rows.size;
        rows.set(key, row);
        if (table.add(digest(`${key}`)) !== row) return false;
      }
      for (let key = 0; key <= 5000; key++) {
        if (table.find(digest(`${key}`)) !== (rows.get(key) ?? -1)) return false;
      }
      return true;
    }),
    { numRuns: 20 },
  );
});

t.test("[verify.scale] keys that begin alike, or agree in all but one kept word, are told apart", async (t) => {
  const table = keyTable();
  const keys = Array.from({ length: 2000 }, (_, number) => {
    const key = Buffer.alloc(32, 7);
    key.writeUInt32LE(number, 4 * (1 + (number % 3)));
    return key;
  });
  const distinct = new Set(keys.map((key) => key.toString("hex")));
  for (const key of keys) table.add(key);
  t.equal(new Set(keys.map((key) => table.find(key))).size, distinct.size);
  t.equal(table.find(Buffer.alloc(32, 8)), -1);
});
