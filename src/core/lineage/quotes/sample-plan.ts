import { type BlockForm, blockForms, fingerprintAt, fingerprintable } from "./block.ts";
import type { Pattern } from "./pattern.ts";
import type { Stretch } from "./stretches.ts";

/** Which blocks of the text are looked up, and which blocks of the patterns are in the index. */
export interface SamplePlan {
  readonly form: BlockForm;
  /** Distance between samples. This many neighbouring blocks of a pattern are indexed, so that a sample meets one. */
  readonly stride: number;
  /** Offset of the first of these blocks in each pattern. */
  readonly offsets: readonly number[];
}

/** Only this much of a pattern is looked at: samples farther apart gain little, each being a cache line of its own. */
const longestWindow = 128;

/** What it costs, in nanoseconds or so, to take a sample, each word of it, and to compare a pattern in vain. */
const costs = { sample: 5, word: 1, comparison: 20 } as const;

/**
 * Chooses the samples that cost least in a text like this one: few, and seldom met by a block in the index. Blocks that
 * are common in the text stay out of the index as far as shorter strides allow.
 */
export function samplePlan(patterns: readonly Pattern[], text: Stretch): SamplePlan {
  const window = Math.min(longestWindow, ...patterns.map(({ bytes }) => bytes.length));
  let best = { cost: Infinity, plan: null as SamplePlan | null };
  for (const form of blockForms(window)) {
    const frequencies = frequenciesIn(text, patterns, form);
    for (let stride = window - form.bytes + 1; stride >= 1; stride >>= 1) {
      const runs = frequencies.map((some) => rarestRun(some, stride));
      const met = runs.reduce((sum, { frequency }) => sum + frequency, 0);
      const cost = (costs.sample + costs.word * form.words + costs.comparison * met) / stride;
      if (cost < best.cost) best = { cost, plan: { form, stride, offsets: runs.map(({ offset }) => offset) } };
    }
  }
  return best.plan as SamplePlan;
}

/** How often each block of each pattern occurs for one place in the text. */
function frequenciesIn(text: Stretch, patterns: readonly Pattern[], form: BlockForm): Float64Array[] {
  const { counts, seen } = countBlocks(text, form);
  return patterns.map(({ bytes }) => {
    const view = fingerprintable(bytes.subarray(0, longestWindow));
    const frequencies = new Float64Array(Math.min(longestWindow, bytes.length) - form.bytes + 1);
    for (let at = 0; at < frequencies.length; at++) {
      frequencies[at] = (counts[fingerprintAt(view, at, form.words, form.mask) >>> slotShift] as number) / seen;
    }
    return frequencies;
  });
}

const slotShift = 16;
/** This many blocks are counted every so many bytes, a prime, so that lines of one length show all their parts. */
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

function rarestRun(frequencies: Float64Array, stride: number) {
  let frequency = 0;
  for (let at = 0; at < stride; at++) frequency += frequencies[at] as number;
  let rarest = { offset: 0, frequency };
  for (let at = stride; at < frequencies.length; at++) {
    frequency += (frequencies[at] as number) - (frequencies[at - stride] as number);
    if (frequency < rarest.frequency) rarest = { offset: at - stride + 1, frequency };
  }
  return rarest;
}
