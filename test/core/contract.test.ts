import { readFile } from "node:fs/promises";
import t from "tap";
import { contracts, generateContract } from "../generate-contract.ts";

t.test("[contract.generated] the types are those of the schema files", async (t) => {
  for (const { file, schemas } of contracts) t.equal(await readFile(file, "utf8"), await generateContract(schemas));
});
