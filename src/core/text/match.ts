/** Where a sticky pattern that begins at `at` ends; -1 when it does not match there. */
export function matchEnd(sticky: RegExp, text: string, at: number): number {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : -1;
}

/** Where a global pattern begins that is met first from `at` on; the text's length when it is not met. */
export function nextMatch(global: RegExp, text: string, at: number): number {
  global.lastIndex = at;
  return global.exec(text)?.index ?? text.length;
}
