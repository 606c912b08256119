import { Buffer, isUtf8 } from "node:buffer";

/** Bytes that a text takes in UTF-8. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}

/** Whether a byte can only stand inside a sequence (10xxxxxx). */
export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** The longest beginning of well-formed UTF-8 that takes at most `most` bytes and ends where a code point ends. */
export function cutUtf8(bytes: Uint8Array, most: number): Uint8Array {
  const cut = bytes.subarray(0, most);
  return cut.subarray(0, cut.length - unfinished(cut));
}

export interface Utf8Check {
  feed(bytes: Uint8Array): void;
  /** Whether all that was fed is well-formed and complete. */
  passed(): boolean;
}

/** A strict check of UTF-8 that arrives in pieces of any size (RFC 3629: no surrogates, no overlong forms). */
export function utf8Check(): Utf8Check {
  let valid = true;
  let open = Buffer.alloc(0);

  function close(bytes: Uint8Array): Uint8Array {
    const missing = sequenceLength(open[0] as number) - open.length;
    open = Buffer.concat([open, bytes.subarray(0, missing)]);
    if (bytes.length < missing) return bytes.subarray(bytes.length);
    valid = isUtf8(open);
    open = Buffer.alloc(0);
    return bytes.subarray(missing);
  }

  function feed(bytes: Uint8Array): void {
    if (!valid) return;
    const rest = open.length > 0 ? close(bytes) : bytes;
    if (!valid || rest.length === 0) return;
    const edge = rest.length - unfinished(rest);
    valid = isUtf8(rest.subarray(0, edge));
    open = Buffer.from(rest.subarray(edge));
  }

  return { feed, passed: () => valid && open.length === 0 };
}

/** How many bytes at the end begin a sequence that is not complete. */
function unfinished(bytes: Uint8Array): number {
  const most = Math.min(3, bytes.length);
  for (let back = 1; back <= most; back++) {
    const byte = bytes[bytes.length - back] as number;
    if (!isContinuation(byte)) return sequenceLength(byte) > back ? back : 0;
  }
  return 0;
}

function sequenceLength(lead: number): number {
  if (lead < 0xc0) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}
