import { readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compile, type JSONSchema } from "json-schema-to-typescript";

const root = new URL("../../", import.meta.url);

/** The files of generated types, each with the folder of its schema files. */
export const contracts = [
  { file: "src/core/contract.generated.ts", schemas: "schemas/" },
  { file: "src/core/space/contract.generated.ts", schemas: "schemas/space/" },
].map(({ file, schemas }) => ({ file: fileURLToPath(new URL(file, root)), schemas: new URL(schemas, root) }));

/** The types of every schema in a folder, as the text of a TypeScript file. */
export async function generateContract(schemas: URL): Promise<string> {
  const parts = ["// Made from schemas/ by `npm run contract`. Do not edit."];
  for (const name of (await readdir(schemas)).sort()) {
    if (!name.endsWith(".json")) continue;
    const schema = JSON.parse(await readFile(new URL(name, schemas), "utf8")) as JSONSchema & { title: string };
    parts.push(
      await compile(schema, schema.title, {
        bannerComment: "",
        additionalProperties: false,
        ignoreMinAndMaxItems: true,
      }),
    );
  }
  return parts.join("\n");
}

if (process.argv[2] === "--write") {
  for (const { file, schemas } of contracts) await writeFile(file, await generateContract(schemas));
}
