import { readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compile, type JSONSchema } from "json-schema-to-typescript";

const root = new URL("../../", import.meta.url);

/** Where the generated types stand. */
export const contractFile = fileURLToPath(new URL("src/core/contract.generated.ts", root));

/** The types of everything in `schemas/`, as the text of a TypeScript file. */
export async function generateContract(): Promise<string> {
  const folder = new URL("schemas/", root);
  const parts = ["// Made from schemas/ by `npm run contract`. Do not edit."];
  for (const name of (await readdir(folder)).sort()) {
    const schema = JSON.parse(await readFile(new URL(name, folder), "utf8")) as JSONSchema & { title: string };
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

if (process.argv[2] === "--write") await writeFile(contractFile, await generateContract());
