import type { Random } from "../random.ts";

const names: readonly string[] = [
  "Mage",
  "deep",
  "Arc",
  ".wyrd",
  "short.md",
  "long.txt",
  "out",
  "out.md",
  "up",
  "abs",
  "in",
  "back",
  "loop.md",
  "dangling.md",
  "fifo.md",
  "..",
  "..",
  ".",
  "",
  "...",
  "ARC",
  ".WYRD",
  "aRc\u200b",
  "secret.md",
  "outside",
  "new.md",
  "a\\b.md",
  "..\\..\\outside\\new.md",
  "C:",
  "con.md",
  "a\0.md",
  "\u202egro.md",
  "é.md",
  "e\u0301.md",
  "scribe.json",
  "lineage.jsonl",
  "proc",
  "self",
  "fd",
  "~",
  "%2e%2e",
  "．．",
  "x".repeat(300),
];

/** A path of parts that mean something, to the server, to the filesystem or to nobody. */
export function anyPath(random: Random, outside: string): string {
  const start = random.pick([["Mage"], ["Arc"], ["Mage", "in"], ["back"], ["up"], []]);
  const parts = [...start, ...random.several(0, random.oneIn(10) ? 40 : 3, () => random.pick(names))];
  const path = parts.join(random.oneIn(20) ? "//" : "/");
  if (random.oneIn(20)) return `${outside}/${path}`;
  return random.oneIn(3) ? `${path}/${random.below(1000)}.md` : path;
}
