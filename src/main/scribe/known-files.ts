import { limits } from "../../core/limits.ts";
import { sameStamp } from "../../core/lineage/stamp.ts";
import type { Ask, KnownFile, KnownQuote, SourceFinding } from "../../core/messages/reader.ts";

/** What earlier calls learned of files: stamps, digests and where quotes stand. Bounded; holds no bytes of any file. */
export interface KnownFiles {
  /** What is known of a file that bears on these asks, or null. */
  recall(path: string, asks: readonly Ask[]): KnownFile | null;
  /** Takes in what a reader found at a path. */
  learn(path: string, asks: readonly Ask[], finding: SourceFinding): void;
}

/** An empty table. The file that was used longest ago is forgotten first. */
export function knownFiles(): KnownFiles {
  const files = new Map<string, KnownFile>();

  return {
    recall(path, asks) {
      const file = files.get(path);
      if (file === undefined) return null;
      const lengths = new Set(asks.map(({ quote }) => (quote === null ? 0 : Buffer.byteLength(quote))));
      return { ...file, quotes: file.quotes.filter(({ length }) => lengths.has(length)) };
    },

    learn(path, asks, { stamp, sha256, spans, settled }) {
      const before = files.get(path);
      files.delete(path);
      if (!settled) return;
      const kept = before !== undefined && sameStamp(before.stamp, stamp) ? before.quotes : [];
      const unique = asks.flatMap((ask, index) => {
        const found = spans[index];
        return ask.quote === null || ask.offset !== null || found === undefined ? [] : [found];
      });
      files.set(path, { stamp, sha256, quotes: merged(unique, kept) });
      const [oldest] = files.keys();
      if (files.size > limits.knownFiles && oldest !== undefined) files.delete(oldest);
    },
  };
}

function merged(fresh: readonly KnownQuote[], kept: readonly KnownQuote[]): KnownQuote[] {
  const quotes = new Map<string, KnownQuote>();
  for (const { sha256, length, offset } of [...fresh, ...kept]) {
    if (quotes.size < limits.knownQuotes && !quotes.has(sha256)) quotes.set(sha256, { sha256, length, offset });
  }
  return [...quotes.values()];
}
