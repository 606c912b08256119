import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import t from "tap";

const folder = new URL("../../../schemas/", import.meta.url);

t.test("every schema file is valid JSON Schema 2020-12, which is not checked again at start", async (t) => {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".json")) continue;
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    t.ok(ajv.validateSchema(JSON.parse(readFileSync(new URL(name, folder), "utf8"))), name);
  }
});
