import { Buffer } from "node:buffer";
import { textBlocks } from "../text/blocks.ts";
import type { Folding } from "../text/foldings.ts";
import { quoteSearch } from "./quote-search.ts";

/**
 * How often a quote was found (2 stands for more), and a part of the file that holds its first occurrence and whatever
 * beside it was folded away.
 */
export interface FoldedSighting {
  readonly count: 0 | 1 | 2;
  readonly from: number;
  readonly to: number;
}

/** Where a block begins: in the file, and in the folded text. */
interface Seam {
  readonly source: number;
  readonly folded: number;
}

/**
 * Finds a folded quote in text that is folded block by block as it is fed, in consecutive chunks of any size. No text
 * is kept, and of its offsets one a block.
 * @param quote UTF-8 of the quote, folded; not empty
 * @param from offset in the file at which the text begins
 */
export function foldedSearch({ fold }: Folding, quote: Uint8Array, from: number, blockBytes: number) {
  const search = quoteSearch([quote]);
  const seams: Seam[] = [];
  let source = from;
  let folded = 0;
  const blocks = textBlocks(blockBytes, (text, bytes) => {
    const block = Buffer.from(fold(text));
    seams.push({ source, folded });
    search.feed(block);
    source += bytes;
    folded += block.length;
  });

  function finish(): FoldedSighting {
    blocks.finish();
    const { first = null, second = null } = search.finish()[0] ?? {};
    if (first === null) return { count: 0, from, to: from };
    const before = seams.findLast((seam) => seam.folded < first);
    const after = seams.find((seam) => seam.folded >= first + quote.length);
    return { count: second === null ? 1 : 2, from: before?.source ?? from, to: after?.source ?? source };
  }

  return { feed: blocks.feed, finish };
}
