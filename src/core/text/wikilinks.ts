/** The pages that the links of a line lead to, in their order; empty where one leads to a place on its own page. */
export function linkTargets(line: string): string[] {
  return links(line).map(linkTarget);
}

/** What the first link of a line leads to, its header or position included; null without a link. */
export function firstRef(line: string): string | null {
  return (
    links(line)
      .map(withoutAlias)
      .find((target) => target !== "") ?? null
  );
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
function links(line: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (let close = line.indexOf("]]"); close >= 0; close = line.indexOf("]]", from)) {
    const between = line.slice(from, close);
    const open = between.lastIndexOf("[[");
    if (open >= 0) found.push(between.slice(open + 2));
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
