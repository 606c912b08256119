import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";

/** Whether a page on disk is what was sent, to the byte: as it was, or with the one key that section 8 adds. */
export function isWhole(page: Buffer, sent: string): boolean {
  return page.equals(Buffer.from(sent)) || stampIn(page, sent) !== null;
}

/** What a stamped page says of its lineage that is not what its record says. */
export function stampProblems(page: Buffer, sent: string, record: object): string[] {
  if (page.equals(Buffer.from(sent))) return [];
  const stamp = stampIn(page, sent);
  if (stamp === null) return ["is not what was sent"];
  const { page: _, ...projection } = record as { page: unknown };
  try {
    const { wyrd_lineage } = parse(stamp.block, { strict: true, uniqueKeys: true });
    return isDeepStrictEqual(wyrd_lineage, projection)
      ? []
      : ["has another lineage in its frontmatter than its record"];
  } catch (error) {
    return [`has frontmatter that is not YAML: ${error}`];
  }
}

/** The frontmatter that the key was put into, when the page without the key is what was sent. */
function stampIn(page: Buffer, sent: string): { readonly block: string } | null {
  const text = page.toString();
  if (!page.equals(Buffer.from(text))) return null;
  for (const found of text.matchAll(/^wyrd_lineage: .*(?:\r\n|[\r\n])/gm)) {
    const before = text.slice(0, found.index);
    const after = text.slice(found.index + found[0].length);
    const opening = /^(\ufeff?)---[ \t]*(?:\r\n|[\r\n])/.exec(before);
    const closing = /^(?:---|\.\.\.)[ \t]*(?:\r\n|[\r\n]|$)/.exec(after);
    if (opening === null || closing === null) continue;
    const isOwnBlock = opening[0] === before;
    const unstamped = before + after;
    const unblocked = `${opening[1]}${after.slice(closing[0].length)}`;
    if (unstamped === sent || (isOwnBlock && unblocked === sent)) {
      return { block: before.slice(opening[0].length) + found[0] };
    }
  }
  return null;
}
