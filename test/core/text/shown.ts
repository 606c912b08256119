/** A value as it can stand in the message of a test, which must hold no line separators. */
export function shown(value: unknown): string {
  return JSON.stringify(value).replaceAll("\u2028", "\\u2028");
}
