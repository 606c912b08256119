import { readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compile, type JSONSchema } from "json-schema-to-typescript";

const root = new URL("../../", import.meta.url);

interface Contract {
  readonly file: string;
  readonly schemas: URL;
  /** The names of the schemas that types are made of. */
  readonly names: RegExp;
}

/** The files of generated types. What tools of the bridge return is held to its schemas by tests with real clients. */
export const contracts: readonly Contract[] = [
  { file: "src/core/contract.generated.ts", schemas: "schemas/", names: /\.json$/ },
  { file: "src/core/space/contract.generated.ts", schemas: "schemas/space/", names: /\.input\.json$/ },
].map(({ file, schemas, names }) => ({
  file: fileURLToPath(new URL(file, root)),
  schemas: new URL(schemas, root),
  names,
}));

/** The types of schemas, as the text of a TypeScript file. */
export async function generateContract({ schemas, names }: Contract): Promise<string> {
  const parts = ["// Made from schemas/ by `npm run contract`. Do not edit."];
  for (const name of (await readdir(schemas)).sort()) {
    if (!names.test(name)) continue;
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
  for (const contract of contracts) await writeFile(contract.file, await generateContract(contract));
}
