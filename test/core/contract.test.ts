import { readFile } from "node:fs/promises";
import t from "tap";
import { contractFile, generateContract } from "../generate-contract.ts";

t.test("[contract.generated] the types are those of the schema files", async (t) => {
  t.equal(await readFile(contractFile, "utf8"), await generateContract());
});
