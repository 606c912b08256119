/** Where a sticky pattern that has to match at `at` ends, or -1. */
export function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
