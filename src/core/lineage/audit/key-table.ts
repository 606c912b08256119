import type { Buffer } from "node:buffer";

/** A set of digests, each with a row: its place in the order of arrival, from 0. */
export interface KeyTable {
  /** The row of a key; -1 when it is not there. */
  find(key: Buffer): number;
  /** The row of a key, which is put in when it is not there. */
  add(key: Buffer): number;
}

/** Of a key so many 32-bit words are kept: no two digests that agree in them are known or can be made. */
const words = 4;

/**
 * Takes 24 to 32 bytes a key. Open addressing with linear probing (D. E. Knuth, The Art of Computer Programming 3, 6.4,
 * algorithm L) over row numbers, with the keys beside in the order of arrival.
 */
export function keyTable(): KeyTable {
  let slots = new Uint32Array(1024); // row plus 1; 0 is free
  let keys = new Uint32Array((slots.length / 2) * words);
  let rows = 0;

  function slotOf(matches: (row: number) => boolean, first: number): number {
    const mask = slots.length - 1;
    let slot = first & mask;
    while (slots[slot] !== 0 && !matches((slots[slot] as number) - 1)) slot = (slot + 1) & mask;
    return slot;
  }

  function slotOfKey(key: Buffer): number {
    return slotOf((row) => {
      for (let word = 0; word < words; word++) {
        if (keys[row * words + word] !== key.readUInt32LE(4 * word)) return false;
      }
      return true;
    }, key.readUInt32LE(0));
  }

  function grow(): void {
    const before = keys;
    slots = new Uint32Array(2 * slots.length);
    keys = new Uint32Array(2 * before.length);
    keys.set(before);
    for (let row = 0; row < rows; row++) slots[slotOf(() => false, keys[row * words] as number)] = row + 1;
  }

  return {
    find: (key) => (slots[slotOfKey(key)] as number) - 1,
    add(key) {
      if (2 * (rows + 1) > slots.length) grow();
      const slot = slotOfKey(key);
      if (slots[slot] === 0) {
        for (let word = 0; word < words; word++) keys[rows * words + word] = key.readUInt32LE(4 * word);
        rows += 1;
        slots[slot] = rows;
      }
      return (slots[slot] as number) - 1;
    },
  };
}
