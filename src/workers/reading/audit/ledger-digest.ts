import { createHash, type Hash } from "node:crypto";

const lineFeed = 0x0a;

/** SHA-256 of a ledger's whole lines, fed in pieces none of which goes on behind an LF. A torn last line does not count. */
export function ledgerDigest() {
  const hash = createHash("sha256");
  let beforeTail: Hash | null = null;

  return {
    update(piece: Uint8Array): void {
      const ends = piece.at(-1) === lineFeed;
      if (!ends) beforeTail ??= hash.copy();
      hash.update(piece);
      if (ends) beforeTail = null;
    },
    /** The digest of the lines until now. */
    hex: (): string => (beforeTail ?? hash).copy().digest("hex"),
  };
}
