import type { LineageRecord } from "../../contract.generated.ts";
import { limits } from "../../limits.ts";
import type { LedgerSlice } from "../../messages/audit.ts";
import type { Hasher } from "../span-result.ts";
import type { LedgerLine } from "./ledger-lines.ts";

interface OpenSlice {
  readonly from: number;
  readonly firstLine: number;
  readonly hasher: Hasher;
  readonly large: Set<number>;
  to: number;
  wanted: boolean;
}

/**
 * Gathers neighbouring lines into slices of about `limits.sliceBytes`. With a page, slices without a record of it are
 * left out.
 */
export function sliceCutter(page: string | null, newHasher: () => Hasher) {
  const slices: Omit<LedgerSlice, "superseded">[] = [];
  const large = new Map<string, number>();
  let open: OpenSlice | null = null;

  function close(): void {
    if (open?.wanted) {
      const { from, to, firstLine, hasher } = open;
      slices.push({ from, to, first_line: firstLine, sha256: hasher.hex(), large_sources: [...open.large] });
    }
    open = null;
  }

  function sliceFor({ number, from, to }: LedgerLine): OpenSlice {
    if (open !== null && (open.to !== from || to - open.from > limits.sliceBytes)) close();
    open ??= { from, firstLine: number, hasher: newHasher(), large: new Set(), to: from, wanted: page === null };
    return open;
  }

  return {
    /** Takes the next line that may be a record. */
    add(line: LedgerLine & { readonly bytes: Uint8Array }, record: LineageRecord | null): void {
      const slice = sliceFor(line);
      slice.to = line.to;
      slice.hasher.update(line.bytes);
      if (record === null || (page !== null && record.page.identity.path !== page)) return;
      slice.wanted = true;
      for (const { identity, content } of record.sources) {
        if (content.bytes >= limits.largeSourceBytes) slice.large.add(placeOf(identity.path, large));
      }
    },
    /** @param superseded lines, in any order */
    finish(superseded: readonly number[]): { slices: LedgerSlice[]; largeSources: string[] } {
      close();
      const sorted = superseded.toSorted((a, b) => a - b);
      let at = 0;
      const whole = slices.map((slice, index) => {
        const next = slices[index + 1]?.first_line ?? Number.POSITIVE_INFINITY;
        while ((sorted[at] ?? next) < slice.first_line) at++;
        const begin = at;
        while ((sorted[at] ?? next) < next) at++;
        return { ...slice, superseded: sorted.slice(begin, at) };
      });
      return { slices: whole, largeSources: [...large.keys()] };
    },
  };
}

function placeOf(path: string, places: Map<string, number>): number {
  const place = places.get(path) ?? places.size;
  places.set(path, place);
  return place;
}
