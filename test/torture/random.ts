/** Chance that a seed decides. */
export interface Random {
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  /** True once in `times`. */
  oneIn(times: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Between `least` and `most` things that `make` makes. */
  several<T>(least: number, most: number, make: () => T): T[];
}

/** Mulberry32, by Tommy Ettinger, 2017: 32 bits of state, which is enough to choose what to break. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: <T>(from: readonly T[]) => from[below(from.length)] as T,
    several: (least, most, make) => Array.from({ length: least + below(most - least + 1) }, make),
  };
}
