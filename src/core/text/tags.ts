import { isMap, isNode, isScalar, parseDocument } from "yaml";
import { limits } from "../limits.ts";
import { frontmatterRange } from "./frontmatter-range.ts";

/** Numbers stay as they are written, because a tag is text. */
const options = {
  schema: "failsafe",
  customTags: ["null", "bool"],
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "error",
} as const;

/**
 * The tags that a page's frontmatter names, each once: a list's items, or the words of a text with commas or blanks
 * between them. A `#` before a tag is dropped. What is no text or number is no tag, and broken YAML has none.
 */
export function frontmatterTags(body: string): string[] {
  const range = frontmatterRange(body);
  if (range === null || range.innerEnd - range.innerStart > limits.tagsFrontmatter) return [];
  const value = readTags(body.slice(range.innerStart, range.innerEnd));
  const written = typeof value === "string" ? value.split(/[\s,]+/) : Array.isArray(value) ? value : [];
  const tags = written.filter((tag) => typeof tag === "string").map((tag) => tag.trim().replace(/^#/, ""));
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

/** The value of `tags`, with aliases resolved; undefined when the parser finds a fault, gives up, or finds no such key. */
function readTags(yaml: string): unknown {
  try {
    const document = parseDocument(yaml, { ...options, customTags: [...options.customTags] });
    if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
    const keys = document.contents.items.map(({ key }) => (isScalar(key) ? key.value : key));
    if (new Set(keys).size < keys.length) return undefined;
    const tags = document.get("tags", true);
    return isNode(tags) ? tags.toJS(document, { maxAliasCount: 100 }) : undefined;
  } catch {
    return undefined;
  }
}
