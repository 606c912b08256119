import { commonLength, isWanted, type Pattern, see } from "./pattern.ts";
import type { Stretch } from "./stretches.ts";

/**
 * Search for many patterns at once by blocks and shifts: S. Wu and U. Manber, "A fast algorithm for multi-pattern
 * searching", TR-94-17, University of Arizona, 1994. A window as long as the shortest pattern moves over the text. The
 * block of bytes at its end tells how far it may move without passing over a pattern's beginning; where it may not
 * move, the patterns whose beginnings end in such a block are compared.
 */
export interface ShiftTable {
  readonly patterns: readonly Pattern[];
  /** Distance from the window's first byte to its last block. */
  readonly lead: number;
  /** The shift for a block that is in no pattern. */
  readonly farthest: number;
  /** For each slot a shift, or, below 0, the complement of the place of the first pattern to compare. */
  readonly slots: Int16Array;
  /** For each pattern the place of the next one to compare, or `none`. */
  readonly following: Int16Array;
  /** Masks that cut a block out of 8 bytes. */
  readonly low: number;
  readonly high: number;
}

/** How far beyond a start the scan may read, whatever the patterns. */
export const overread = 8;

const slotBits = 16;
const none = -1;
/** Longer windows gain nothing: by then each step is a fresh cache line. */
const longestWindow = 256;

export function shiftTable(patterns: readonly Pattern[]): ShiftTable {
  const window = Math.min(longestWindow, ...patterns.map(({ bytes }) => bytes.length));
  const block = blockFor(window);
  const table: ShiftTable = {
    patterns,
    lead: window - block,
    farthest: window - block + 1,
    slots: new Int16Array(1 << slotBits),
    following: new Int16Array(patterns.length),
    low: firstBytes(block),
    high: firstBytes(block - 4),
  };
  fill(table);
  return table;
}

/** Blocks long enough to be rare in text, short enough to leave room for a shift. */
function blockFor(window: number): number {
  if (window < 4) return window;
  return window < 16 ? 4 : 8;
}

function firstBytes(count: number): number {
  if (count <= 0) return 0;
  return count >= 4 ? -1 : (1 << (8 * count)) - 1;
}

function fill(table: ShiftTable): void {
  table.slots.fill(table.farthest);
  for (const [place, pattern] of table.patterns.entries()) {
    if (isWanted(pattern)) enter(table, pattern, place);
  }
}

function enter({ lead, slots, following, low, high }: ShiftTable, pattern: Pattern, place: number): void {
  const padded = new Uint8Array(lead + overread);
  padded.set(pattern.bytes.subarray(0, padded.length));
  const view = new DataView(padded.buffer);
  for (let at = 0; at < lead; at++) {
    const slot = slotAt(view, at, low, high);
    slots[slot] = Math.min(slots[slot] as number, lead - at);
  }
  const last = slotAt(view, lead, low, high);
  const entry = slots[last] as number;
  following[place] = entry < 0 ? ~entry : none;
  slots[last] = ~place;
}

function slotAt(view: DataView, at: number, low: number, high: number): number {
  const mixed =
    Math.imul(view.getInt32(at, true) & low, 0x9e3779b1) + Math.imul(view.getInt32(at + 4, true) & high, 0x85ebca6b);
  return mixed >>> (32 - slotBits);
}

/**
 * Notes every occurrence of the table's patterns that begins in a stretch.
 * @param credit steps that may be spent on short shifts and on comparing what is no occurrence
 * @returns the credit left; below 0 the scan was given up
 */
export function scanByShifts(table: ShiftTable, stretch: Stretch, credit: number): number {
  const { slots, lead, farthest, low, high } = table;
  const view = new DataView(stretch.bytes.buffer, stretch.bytes.byteOffset, stretch.bytes.length);
  const end = stretch.starts + lead;
  let left = credit;
  let at = lead;
  while (at < end && left >= 0) {
    const entry = slots[slotAt(view, at, low, high)] as number;
    if (entry === farthest) {
      at += farthest;
    } else if (entry > 0) {
      at += entry;
      left--;
    } else {
      left -= compareAll(table, ~entry, stretch, at - lead);
      at++;
    }
  }
  return left;
}

/** Compares patterns with the text at a start; returns the steps that led to no occurrence. */
function compareAll(table: ShiftTable, first: number, stretch: Stretch, start: number): number {
  let steps = 0;
  let done = false;
  for (let place = first; place !== none; place = table.following[place] as number) {
    const pattern = table.patterns[place] as Pattern;
    const common = commonLength(pattern.bytes, stretch.bytes, start, stretch.end);
    steps++;
    if (common < pattern.bytes.length) {
      steps += common;
    } else {
      see(pattern, stretch, start);
      done ||= !isWanted(pattern);
    }
  }
  if (done) fill(table);
  return steps;
}
