/** Says what of a JSON value is not as it must be; nothing when all is. `at` names the value. */
export type Shape = (value: unknown, at: string) => string[];

/** This very text or truth value. */
export function exactly(expected: string): Shape {
  return (value, at) => (value === expected ? [] : [`${at} is not ${expected}`]);
}

export const flag: Shape = (value, at) => (typeof value === "boolean" ? [] : [`${at} is neither true nor false`]);

export function like(pattern: RegExp): Shape {
  return (value, at) => (typeof value === "string" && pattern.test(value) ? [] : [`${at} is not like ${pattern}`]);
}

export const text: Shape = (value, at) => (typeof value === "string" ? [] : [`${at} is not text`]);

export function count(least: number): Shape {
  return (value, at) =>
    Number.isSafeInteger(value) && (value as number) >= least ? [] : [`${at} is not a number from ${least}`];
}

export function list(shape: Shape): Shape {
  return (value, at) =>
    Array.isArray(value) ? value.flatMap((item, index) => shape(item, `${at}[${index}]`)) : [`${at} is not a list`];
}

/** These members, all of them, no others, in this order. */
export function members(shapes: Readonly<Record<string, Shape>>): Shape {
  const names = Object.keys(shapes).join();
  return (value, at) => {
    if (typeof value !== "object" || value === null) return [`${at} is not an object`];
    if (Object.keys(value).join() !== names) return [`${at} has the members ${Object.keys(value)}, not ${names}`];
    return Object.entries(value).flatMap(([name, member]) => shapes[name]?.(member, `${at}.${name}`) ?? []);
  };
}
