import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

export const doc = await readFile(new URL("../../docs/silverbullet.md", import.meta.url), "utf8");

/** The text of a code block that is marked as an example of this name. */
export function example(name: string): string {
  const [, text] = new RegExp(`<!-- example: ${name} -->\n\`\`\`\\w+\n(.*?)\`\`\`\n`, "s").exec(doc) ?? [];
  assert(text !== undefined, `there is no example ${name}`);
  return text;
}

/** What stands between the marks of this name. */
export function marked(name: string): string {
  const [, text] = new RegExp(`<!-- ${name} -->\n(.*?)<!-- /${name} -->`, "s").exec(doc) ?? [];
  assert(text !== undefined, `nothing is marked ${name}`);
  return text;
}

/** The cells of a marked table's rows, without its head. */
export function rows(name: string): string[][] {
  const [, , ...lines] = marked(name).trim().split("\n");
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

/** What stands between backticks, in its order. */
export function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]*)`/g)].map(([, inner = ""]) => inner);
}
