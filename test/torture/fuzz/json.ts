import type { Random } from "../random.ts";

/** Values that have broken programs before. */
const odd: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e300,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  "",
  " ",
  "\0",
  "\ud800",
  "\udc00\ud800",
  "\u2028",
  "__proto__",
  "2.0",
  "..",
  "/",
  "💥".repeat(50),
  "x".repeat(5000),
  [],
  [[]],
  {},
  { toString: 1 },
  { length: 3 },
];

const keys = [
  "__proto__",
  "constructor",
  "toString",
  "id",
  "method",
  "params",
  "path",
  "spans",
  "length",
  "",
  "0",
  "x",
];

/** Any JSON value, of few members. */
export function anyJson(random: Random, depth = 3): unknown {
  if (depth === 0 || random.oneIn(2)) return random.pick(odd);
  if (random.oneIn(2)) return random.several(0, 4, () => anyJson(random, depth - 1));
  return object(random.several(0, 4, () => [random.pick(keys), anyJson(random, depth - 1)]));
}

/** The value with one thing in it, at whatever depth, replaced, left out, added or renamed. */
export function changed(random: Random, value: unknown): unknown {
  if (typeof value !== "object" || value === null || random.oneIn(4)) return anyJson(random);
  if (Array.isArray(value)) {
    const at = random.below(value.length + 1);
    if (random.oneIn(3)) return value.toSpliced(at, 1);
    if (at === value.length) return [...value, value[0] ?? anyJson(random)];
    return value.with(at, changed(random, value[at]));
  }
  const members = Object.entries(value);
  const at = random.below(members.length + 1);
  const [name, member] = members[at] ?? [random.pick(keys), anyJson(random)];
  if (random.oneIn(5)) return object(members.toSpliced(at, 1));
  if (random.oneIn(5)) return object(members.toSpliced(at, 1, [random.pick(keys), member]));
  return object(members.toSpliced(at, 1, [name, changed(random, member)]));
}

/** An object that has `__proto__` as a member like any other, as JSON.parse makes it. */
function object(members: readonly [name: string, value: unknown][]): object {
  const made = {};
  for (const [name, value] of members) {
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return made;
}
