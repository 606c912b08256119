/** Part of a file in which every occurrence is to be found that begins at one of its first `starts` bytes. */
export interface Stretch {
  /** Goes on past the last start for the reach that was asked for; from `end` on it is padding. */
  readonly bytes: Uint8Array;
  readonly starts: number;
  readonly end: number;
  /** Offset of `bytes` in the file. */
  readonly base: number;
}

/** Chunks that bring fewer new starts than this are gathered first. */
const worthwhile = 64 * 1024;

/**
 * Makes stretches of consecutive chunks of any size. Their starts follow one another without gap or overlap. A large
 * chunk is shown where it lies; only the seam to the next one is copied.
 * @param reach bytes that each start must have after it, itself included
 */
export function stretches(reach: number, visit: (stretch: Stretch) => void) {
  const enough = reach + worthwhile;
  const held = new Uint8Array(2 * enough);
  let kept = 0;
  let base = 0;

  function hold(bytes: Uint8Array): void {
    held.set(bytes, kept);
    kept += bytes.length;
  }

  function visitHeld(starts: number): void {
    if (starts > 0) visit({ bytes: held, starts, end: kept, base });
    held.copyWithin(0, starts, kept);
    kept -= starts;
    base += starts;
  }

  function visitChunk(chunk: Uint8Array): void {
    const starts = chunk.length - reach;
    visit({ bytes: chunk, starts, end: chunk.length, base });
    kept = 0;
    base += starts;
    hold(chunk.subarray(starts));
  }

  return {
    feed(chunk: Uint8Array): void {
      const large = chunk.length >= enough;
      const seam = kept;
      hold(large ? chunk.subarray(0, reach) : chunk);
      if (large) {
        visitHeld(seam);
        visitChunk(chunk);
      } else if (kept >= enough) {
        visitHeld(kept - reach);
      }
    },
    finish(): void {
      held.fill(0, kept, kept + reach);
      visitHeld(kept);
    },
  };
}
