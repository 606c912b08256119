import { type BlockForm, blockForm, fingerprintAt, overread } from "./block.ts";
import type { Pattern } from "./pattern.ts";
import type { Stretch } from "./stretches.ts";

/** Which blocks of the text are looked up, and which blocks of the patterns are in the index. */
export interface SamplePlan {
  readonly form: BlockForm;
  /** Distance between samples. */
  readonly stride: number;
  /** Fingerprints of `stride` neighbouring blocks of each pattern, so that each occurrence has one of them in a sample. */
  readonly runs: readonly Run[];
}

export interface Run {
  /** Offset of the first block in the pattern. */
  readonly offset: number;
  readonly fingerprints: Int32Array;
}

/** Nothing beyond this is looked at in a pattern: a larger stride gains little, each sample being a cache line of its own. */
const longestWindow = 128;

/** What a sample and a comparison in vain cost, in nanoseconds or so. */
const sampleCost = 4;
const comparisonCost = 16;

/**
 * Chooses stride and runs so that the samples of a text like this one are few, and those that meet the index are few
 * too: the blocks of a pattern that are common in the text are left out as far as a smaller stride allows.
 */
export function samplePlan(patterns: readonly Pattern[], text: Stretch): SamplePlan {
  const shortest = Math.min(longestWindow, ...patterns.map(({ bytes }) => bytes.length));
  const form = blockForm(shortest);
  const { counts, seen } = countBlocks(text, form);
  const fingerprints = patterns.map(({ bytes }) => fingerprintsOf(bytes.subarray(0, longestWindow), form));
  const frequencies = fingerprints.map((some) => Float64Array.from(some, (one) => (counts[one >>> slotShift] as number) / seen));

  let best = { cost: Infinity, stride: 1, offsets: [] as number[] };
  for (let stride = shortest - form.bytes + 1; stride >= 1; stride >>= 1) {
    const quiet = frequencies.map((some) => quietestRun(some, stride));
    const met = quiet.reduce((sum, { frequency }) => sum + frequency, 0);
    const cost = (sampleCost + comparisonCost * met) / stride;
    if (cost < best.cost) best = { cost, stride, offsets: quiet.map(({ offset }) => offset) };
  }
  const { stride, offsets } = best;
  const runs = fingerprints.map((some, place) => {
    const offset = offsets[place] as number;
    return { offset, fingerprints: some.subarray(offset, offset + stride) };
  });
  return { form, stride, runs };
}

function fingerprintsOf(bytes: Uint8Array, { bytes: block, words, mask }: BlockForm): Int32Array {
  const padded = new Uint8Array(bytes.length + overread);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  return Int32Array.from({ length: bytes.length - block + 1 }, (_, at) => fingerprintAt(view, at, words, mask));
}

const slotShift = 16;
/** Pieces of this many blocks are counted, one every so many bytes: a prime, so that lines of one length show all their parts. */
const pieceLength = 128;
const pieceDistance = 8191;

function countBlocks({ bytes, starts }: Stretch, { words, mask }: BlockForm) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const counts = new Uint16Array(1 << (32 - slotShift));
  let seen = 0;
  for (let piece = 0; piece < starts; piece += pieceDistance) {
    const end = Math.min(starts, piece + pieceLength);
    for (let at = piece; at < end; at++) {
      const slot = fingerprintAt(view, at, words, mask) >>> slotShift;
      counts[slot] = (counts[slot] as number) + 1;
    }
    seen += end - piece;
  }
  return { counts, seen };
}

function quietestRun(frequencies: Float64Array, stride: number) {
  let sum = 0;
  for (let at = 0; at < stride; at++) sum += frequencies[at] as number;
  let quietest = { offset: 0, frequency: sum };
  for (let at = stride; at < frequencies.length; at++) {
    sum += (frequencies[at] as number) - (frequencies[at - stride] as number);
    if (sum < quietest.frequency) quietest = { offset: at - stride + 1, frequency: sum };
  }
  return quietest;
}
