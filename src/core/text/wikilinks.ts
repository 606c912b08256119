/** A link of a line. */
export interface Wikilink {
  /** The page it leads to; empty when it leads to a place on its own page. */
  readonly target: string;
  /** Index of its `[[`. */
  readonly at: number;
}

/** All links of a line, in their order. */
export function wikilinks(line: string): Wikilink[] {
  return links(line).map(({ inner, at }) => ({ target: linkTarget(inner), at }));
}

/** What the first link of a line leads to, its header or position included; null without a link. */
export function firstRef(line: string): string | null {
  const first = links(line).find(({ inner }) => withoutAlias(inner) !== "");
  return first === undefined ? null : withoutAlias(first.inner);
}

/** The page that is meant by what stands in a link: without alias, header, position, blanks, outer slashes and `.md`. */
export function linkTarget(inner: string): string {
  const end = inner.search(/[|#@]/);
  const name = trimSlashes(end < 0 ? inner : inner.slice(0, end));
  return trimSlashes(name.replace(/\.md$/, ""));
}

function withoutAlias(inner: string): string {
  return inner.replace(/\|.*$/s, "").trim();
}

/** What stands between each `]]` and the `[[` nearest before it. */
function links(line: string): { readonly inner: string; readonly at: number }[] {
  const found: { inner: string; at: number }[] = [];
  let from = 0;
  for (let close = line.indexOf("]]"); close >= 0; close = line.indexOf("]]", from)) {
    const between = line.slice(from, close);
    const open = between.lastIndexOf("[[");
    if (open >= 0) found.push({ inner: between.slice(open + 2), at: from + open });
    from = close + 2;
  }
  return found;
}

/** In a loop, because a pattern for blanks and slashes at the end takes quadratic time where more of them stand inside. */
function trimSlashes(text: string): string {
  const isOuter = (at: number) => text[at] === "/" || text.charAt(at).trim() === "";
  let [start, end] = [0, text.length];
  while (start < end && isOuter(start)) start++;
  while (start < end && isOuter(end - 1)) end--;
  return text.slice(start, end);
}
