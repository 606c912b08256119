/**
 * Search in linear time: D. E. Knuth, J. H. Morris and V. R. Pratt, "Fast pattern matching in strings", SIAM J. Comput.
 * 6 (2), 1977.
 * @param pattern not empty
 * @returns a step: from how much of the pattern ends at one symbol of a text, to how much of it ends at the next one
 */
export function patternSteps(pattern: Uint32Array): (matched: number, symbol: number) => number {
  const fallbacks = new Uint32Array(pattern.length);

  function step(matched: number, symbol: number): number {
    let state = matched;
    while (state > 0 && pattern[state] !== symbol) state = fallbacks[state - 1] as number;
    return pattern[state] === symbol ? state + 1 : 0;
  }

  for (let at = 1; at < pattern.length; at++) {
    fallbacks[at] = step(fallbacks[at - 1] as number, pattern[at] as number);
  }
  return step;
}
