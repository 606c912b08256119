import { fingerprintAt, fingerprintable, pairFingerprintAt } from "./block.ts";
import { commonLength, isWanted, type Pattern, see } from "./pattern.ts";
import type { SamplePlan } from "./sample-plan.ts";
import type { Stretch } from "./stretches.ts";

/**
 * Search for many patterns at once by samples: of the text one block in `stride` is looked up in an index of blocks of
 * the patterns, and where a pattern has that block the whole is compared. Samples: E. Sutinen and J. Tarhio,
 * "Filtration with q-samples in approximate string matching", CPM 1996. Fingerprints: R. M. Karp and M. O. Rabin,
 * "Efficient randomized pattern-matching algorithms", IBM J. Res. Dev. 31 (2), 1987.
 */
export interface SampleIndex {
  readonly patterns: readonly Pattern[];
  readonly stride: number;
  readonly words: number;
  readonly mask: number;
  /** The farthest block from a pattern's beginning that has an entry. */
  readonly farthest: number;
  /** Slots are the leading bits of fingerprints. Each has the number of its first entry; 0 is none. */
  readonly slots: Uint16Array;
  readonly slotShift: number;
  /** Entries, numbered from 1: a block's fingerprint, its pattern and offset in it, and the slot's next entry. */
  readonly fingerprints: Int32Array;
  readonly places: Uint8Array;
  readonly offsets: Uint8Array;
  readonly following: Uint16Array;
}

/** Sparse enough that few other blocks meet an entry, and no larger than a processor's second cache holds. */
const slotsPerEntry = 32;
const mostSlotBits = 17;
/** What a comparison costs at least, in steps of about a nanosecond. */
const comparison = 8;

/** Enters the blocks that a plan chose. There are at most 256 patterns. */
export function sampleIndex(patterns: readonly Pattern[], { form, stride, offsets }: SamplePlan): SampleIndex {
  const entries = patterns.length * stride;
  const slotBits = Math.min(mostSlotBits, Math.ceil(Math.log2(entries * slotsPerEntry)));
  const index: SampleIndex = {
    patterns,
    stride,
    words: form.words,
    mask: form.mask,
    farthest: Math.max(...offsets) + stride - 1,
    slots: new Uint16Array(1 << slotBits),
    slotShift: 32 - slotBits,
    fingerprints: new Int32Array(1 + entries),
    places: new Uint8Array(1 + entries),
    offsets: new Uint8Array(1 + entries),
    following: new Uint16Array(1 + entries),
  };
  for (const [place, offset] of offsets.entries()) enter(index, place, offset);
  return index;
}

/** By rising offset, so that a slot leads to a pattern's earlier starts first. */
function enter(index: SampleIndex, place: number, from: number): void {
  const { patterns, stride, words, mask, slots, slotShift, fingerprints, places, offsets, following } = index;
  const view = fingerprintable((patterns[place] as Pattern).bytes.subarray(0, index.farthest + 4 * words));
  for (let entry = 1 + place * stride, offset = from; offset < from + stride; entry++, offset++) {
    const fingerprint = fingerprintAt(view, offset, words, mask);
    const slot = fingerprint >>> slotShift;
    fingerprints[entry] = fingerprint;
    places[entry] = place;
    offsets[entry] = offset;
    following[entry] = slots[slot] as number;
    slots[slot] = entry;
  }
}

/**
 * Notes every occurrence of the index's patterns that begins in a stretch.
 * @param credit steps that may be spent on what turns out to be no occurrence
 * @returns the credit left; below 0 the scan was given up
 */
export function scanBySamples(index: SampleIndex, stretch: Stretch, credit: number): number {
  const { stride, words, mask, slots, slotShift } = index;
  const view = new DataView(stretch.bytes.buffer, stretch.bytes.byteOffset, stretch.bytes.length);
  const end = stretch.starts + index.farthest;
  let left = credit;
  // The usual form has a loop of its own, a sixth faster.
  if (words === 2) {
    for (let at = 0; at < end && left >= 0; at += stride) {
      const fingerprint = pairFingerprintAt(view, at);
      if (slots[fingerprint >>> slotShift] !== 0) left -= compareEntries(index, fingerprint, stretch, at, left);
    }
  } else {
    for (let at = 0; at < end && left >= 0; at += stride) {
      const fingerprint = fingerprintAt(view, at, words, mask);
      if (slots[fingerprint >>> slotShift] !== 0) left -= compareEntries(index, fingerprint, stretch, at, left);
    }
  }
  return left;
}

/** Compares the patterns that have the block at `at`, and drops what is no longer wanted; returns the steps in vain. */
function compareEntries(index: SampleIndex, fingerprint: number, stretch: Stretch, at: number, credit: number): number {
  const { patterns, slots, slotShift, fingerprints, places, offsets, following } = index;
  const slot = fingerprint >>> slotShift;
  let steps = 0;
  let before = 0;
  for (let entry = slots[slot] as number; entry !== 0 && steps <= credit; entry = following[entry] as number) {
    const pattern = patterns[places[entry] as number] as Pattern;
    steps++;
    if (isWanted(pattern)) {
      if (fingerprints[entry] === fingerprint) steps += compare(pattern, stretch, at - (offsets[entry] as number));
      before = entry;
    } else if (before === 0) {
      slots[slot] = following[entry] as number;
    } else {
      following[before] = following[entry] as number;
    }
  }
  return steps;
}

function compare(pattern: Pattern, stretch: Stretch, start: number): number {
  if (start < 0 || start >= stretch.starts) return 0;
  const common = commonLength(pattern.bytes, stretch.bytes, start, stretch.end);
  if (common < pattern.bytes.length) return comparison + common;
  see(pattern, stretch, start);
  return 0;
}
