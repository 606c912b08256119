/** Ratios of a measure to its peer's, taken in turn so that both meet the same noise. */
export interface Ratio {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** Runs `measure` and `peer` alternately `count` times and compares each pair. Both give the same unit. */
export async function pairs(
  count: number,
  measure: () => Promise<number>,
  peer: () => Promise<number>,
): Promise<Ratio> {
  const ratios: number[] = [];
  for (let pair = 0; pair < count; pair++) {
    const [first, second] = pair % 2 === 0 ? [measure, peer] : [peer, measure];
    const one = await first();
    const two = await second();
    ratios.push(pair % 2 === 0 ? one / two : two / one);
  }
  return spread(ratios);
}

export function spread(ratios: readonly number[]): Ratio {
  const sorted = [...ratios].sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), least: quantile(sorted, 0), most: quantile(sorted, 1) };
}

/** The value that a share of the sorted values does not exceed. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Milliseconds that some work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
