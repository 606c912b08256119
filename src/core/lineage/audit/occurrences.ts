/**
 * Tells every occurrence of a pattern, overlapping ones too, in a text that is fed in consecutive pieces: D. E. Knuth,
 * J. H. Morris and V. R. Pratt, "Fast pattern matching in strings", SIAM J. Comput. 6 (2), 1977. Linear time, whatever
 * the text is; holds the pattern only.
 * @param hear gets offsets in the text, in order
 */
export function occurrences(pattern: Uint8Array, hear: (offset: number) => void): (piece: Uint8Array) => void {
  const borders = bordersOf(pattern);
  const last = pattern.length;
  let matched = 0;
  let before = 0;

  return (piece) => {
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at];
      while (matched > 0 && byte !== pattern[matched]) matched = borders[matched] as number;
      if (byte === pattern[matched]) matched += 1;
      if (matched === last) {
        hear(before + at + 1 - last);
        matched = borders[last] as number;
      }
    }
    before += piece.length;
  };
}

/** For each beginning of the pattern, by its length, the length of the longest shorter beginning that it ends in. */
function bordersOf(pattern: Uint8Array): Uint32Array {
  const borders = new Uint32Array(pattern.length + 1);
  let border = 0;
  for (let length = 2; length <= pattern.length; length++) {
    const byte = pattern[length - 1];
    while (border > 0 && byte !== pattern[border]) border = borders[border] as number;
    if (byte === pattern[border]) border += 1;
    borders[length] = border;
  }
  return borders;
}
