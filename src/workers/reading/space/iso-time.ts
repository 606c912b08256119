/** The time furthest from 1970 that has a date. Filesystems know others, which are shown as this one. */
const furthestMs = 8_640_000_000_000_000n;

/** A time in milliseconds since 1970 as ISO 8601, UTC. */
export function isoTime(ms: bigint): string {
  const near = ms > furthestMs ? furthestMs : ms < -furthestMs ? -furthestMs : ms;
  return new Date(Number(near)).toISOString();
}
