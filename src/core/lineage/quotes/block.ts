/** The form of the blocks by which text and patterns are compared at first: some words of 4 bytes, or a part of one. */
export interface BlockForm {
  readonly bytes: number;
  readonly words: number;
  /** The bits that count in a word. */
  readonly mask: number;
}

/** How far beyond a block its fingerprint may read. */
export const overread = 3;

/** Blocks of at most half a window: short ones leave more room for a stride, long ones are rarer in text. */
export function blockForms(window: number): BlockForm[] {
  const half = (window + 1) >> 1;
  if (half < 4) return [{ bytes: half, words: 1, mask: (1 << (8 * half)) - 1 }];
  const choice = half < 16 ? [1, 2] : [2, 4];
  return choice.filter((words) => 4 * words <= half).map((words) => ({ bytes: 4 * words, words, mask: -1 }));
}

/** Bytes that fingerprints can be taken of, wherever a block begins in them. */
export function fingerprintable(bytes: Uint8Array): DataView {
  const padded = new Uint8Array(bytes.length + overread);
  padded.set(bytes);
  return new DataView(padded.buffer);
}

/** The block at `at`, mixed to 32 bits of which the leading ones are the best. */
export function fingerprintAt(view: DataView, at: number, words: number, mask: number): number {
  let mixed = mix(view.getInt32(at, true) & mask);
  for (let word = 1; word < words; word++) mixed = mixOn(mixed, view.getInt32(at + 4 * word, true));
  return mixed;
}

/** The same for a block of two words, which most are. */
export function pairFingerprintAt(view: DataView, at: number): number {
  return mixOn(mix(view.getInt32(at, true)), view.getInt32(at + 4, true));
}

function mix(word: number): number {
  return Math.imul(word, 0x9e3779b1);
}

function mixOn(mixed: number, word: number): number {
  return mix((mixed ^ (mixed >>> 15)) + word);
}
