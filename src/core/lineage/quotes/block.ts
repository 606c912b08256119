/** The form of the blocks by which text and patterns are compared at first: some words of 4 bytes, or a part of one. */
export interface BlockForm {
  readonly bytes: number;
  readonly words: number;
  /** Of a word, the bits that count. */
  readonly mask: number;
}

/** How far beyond a block its fingerprint may read. */
export const overread = 3;

/** Blocks of half a window and at most 16 bytes, by which time they are rare in text where anything is. */
export function blockForm(window: number): BlockForm {
  const half = Math.min(16, (window + 1) >> 1);
  const bytes = half < 4 ? half : half & ~3;
  return { bytes, words: Math.ceil(bytes / 4), mask: bytes < 4 ? (1 << (8 * bytes)) - 1 : -1 };
}

/** The block at `at`, mixed to 32 bits of which the leading ones are the best. */
export function fingerprintAt(view: DataView, at: number, words: number, mask: number): number {
  let mixed = Math.imul(view.getInt32(at, true) & mask, 0x9e3779b1);
  for (let word = 1; word < words; word++) {
    mixed = Math.imul((mixed ^ (mixed >>> 15)) + view.getInt32(at + 4 * word, true), 0x9e3779b1);
  }
  return mixed;
}
