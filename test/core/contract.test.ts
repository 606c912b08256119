import { readFile } from "node:fs/promises";
import t from "tap";
import { contracts, generateContract } from "../generate-contract.ts";

t.test("[contract.generated] the types are those of the schema files", async (t) => {
  for (const contract of contracts) t.equal(await readFile(contract.file, "utf8"), await generateContract(contract));
});
