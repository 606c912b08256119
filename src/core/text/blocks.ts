import { Buffer } from "node:buffer";
import { cutUtf8 } from "./utf8.ts";

/** Hears a block: its text, and how many bytes it is of what was fed. */
export type VisitBlock = (text: string, bytes: number) => void;

/**
 * Decodes UTF-8 that is fed in chunks of any size, block by block. A block ends before a letter or digit or after a
 * U+FFFD, so that what belongs together stays together; only a run without any that is longer than `blockBytes` is cut
 * elsewhere. Bytes that are not UTF-8 become U+FFFD.
 */
export function textBlocks(blockBytes: number, visit: VisitBlock) {
  let held: Uint8Array = new Uint8Array();

  function feed(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at += blockBytes) {
      held = Buffer.concat([held, chunk.subarray(at, at + blockBytes)]);
      if (held.length >= blockBytes) held = visitBeginning(held);
    }
  }

  function visitBeginning(bytes: Uint8Array): Uint8Array {
    const whole = cutUtf8(bytes, bytes.length);
    const text = decode(whole);
    const end = lastSeam(text);
    const rest = bytes.subarray(whole.length - Buffer.byteLength(text.slice(end)));
    visit(text.slice(0, end), bytes.length - rest.length);
    return rest;
  }

  function finish(): void {
    if (held.length > 0) visit(decode(held), held.length);
  }

  return { feed, finish };
}

/** The text of UTF-8, with U+FFFD for what is none. */
export function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}

const beginning = /[\p{Letter}\p{Number}]/u;

/** Where a text can be cut last; its length when it can be cut nowhere. */
function lastSeam(text: string): number {
  for (let at = text.length; at > 0; at--) {
    if (text[at - 1] === "\ufffd" || beginning.test(text.charAt(at))) return at;
  }
  return text.length;
}
