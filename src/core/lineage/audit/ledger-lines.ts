import { Buffer } from "node:buffer";
import { limits } from "../../limits.ts";

/** One line of the ledger. Offsets are bytes of the file; `to` is behind the LF. */
export interface LedgerLine {
  /** From 1. */
  readonly number: number;
  readonly from: number;
  readonly to: number;
  /** The line with its LF, to be looked at during the call only; null when it is longer than a record may be. */
  readonly bytes: Uint8Array | null;
  readonly holdsNul: boolean;
  /** Whether it ends in LF, as all but a torn last line do. */
  readonly ended: boolean;
}

export interface LedgerVisitor {
  /** Hears the bytes in order, in pieces none of which goes on behind an LF, each before the line that it ends. */
  piece?(bytes: Uint8Array): void;
  line(line: LedgerLine): void;
}

const lineFeed = 0x0a;

/** Parts a ledger, fed in consecutive chunks of any size, into lines. Holds one line at most, however long lines are. */
export function ledgerLines(visitor: LedgerVisitor, start = { line: 1, offset: 0 }) {
  const held = Buffer.allocUnsafe(limits.lineBytes);
  let number = start.line;
  let from = start.offset;
  let length = 0;
  let holdsNul = false;

  function take(piece: Uint8Array): void {
    visitor.piece?.(piece);
    holdsNul ||= piece.includes(0);
    if (length + piece.length <= held.length) held.set(piece, length);
    length += piece.length;
  }

  function end(ended: boolean): void {
    const bytes = length <= held.length ? held.subarray(0, length) : null;
    visitor.line({ number, from, to: from + length, bytes, holdsNul, ended });
    number += 1;
    from += length;
    length = 0;
    holdsNul = false;
  }

  return {
    feed(chunk: Uint8Array): void {
      for (let at = 0; at < chunk.length; ) {
        const next = chunk.indexOf(lineFeed, at);
        const stop = next < 0 ? chunk.length : next + 1;
        take(chunk.subarray(at, stop));
        if (next >= 0) end(true);
        at = stop;
      }
    },
    finish(): void {
      if (length > 0) end(false);
    },
  };
}
