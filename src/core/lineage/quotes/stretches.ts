/** Part of a file in which every occurrence is to be found that begins at one of its first `starts` bytes. */
export interface Stretch {
  /** Goes on past the last start for the reach that was asked for; what lies at `end` and after is not of the file. */
  readonly bytes: Uint8Array;
  readonly starts: number;
  readonly end: number;
  /** Offset of `bytes` in the file. */
  readonly base: number;
}

/**
 * Makes stretches of consecutive chunks of any size. Their starts follow one another without gap or overlap. A large
 * chunk is shown where it lies; only the seam to the next one is copied.
 * @param reach bytes that each start must have after it, itself included
 * @param gather starts that are worth a visit; chunks that bring fewer are put together first
 */
export function stretches(reach: number, gather: number, visit: (stretch: Stretch) => void) {
  const enough = reach + gather;
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
      visitHeld(kept);
    },
  };
}
