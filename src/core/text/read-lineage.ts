import { limits } from "../limits.ts";
import { readBlock } from "./frontmatter-block.ts";

/** What a page's frontmatter says of its lineage. */
export type PageLineage =
  | { readonly kind: "none" }
  /** The key is there, but its value is not the single line of JSON that is written. */
  | { readonly kind: "not_json" }
  | { readonly kind: "value"; readonly value: object };

const key = "wyrd_lineage";
const fence = /^(?:---|\.\.\.)[ \t]*$/;
const lineEnd = /\r\n|[\r\n]/;
const keyLine = /^wyrd_lineage[ \t]*:(.*)$/;

/**
 * Reads the `wyrd_lineage` of a page's frontmatter, wherever the key stands in it. The frontmatter is as long as one that
 * can be stamped, and the stamp.
 * @param head the page's text up to some point behind its frontmatter; a frontmatter that goes on behind it is none
 */
export function readLineage(head: string): PageLineage {
  const [opening, ...lines] = head.replace(/^\ufeff/, "").split(lineEnd, limits.frontmatterLines + 1);
  if (opening === undefined || !opening.startsWith("---") || !fence.test(opening)) return { kind: "none" };
  const end = lines.findIndex((line) => fence.test(line));
  const inner = lines.slice(0, Math.max(0, end));
  if (readBlock(inner, key) !== "conflict") return { kind: "none" };
  for (const line of inner) {
    const value = keyLine.exec(line)?.[1];
    if (value !== undefined) return readValue(value);
  }
  return { kind: "not_json" };
}

function readValue(text: string): PageLineage {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { kind: "value", value } : { kind: "not_json" };
  } catch {
    return { kind: "not_json" };
  }
}
