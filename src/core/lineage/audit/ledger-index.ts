import type { Buffer } from "node:buffer";
import type { LineageRecord } from "../../contract.generated.ts";
import { keyTable } from "./key-table.ts";
import type { LedgerLine } from "./ledger-lines.ts";

/** Where a record stands: its line, from 1, and the offset of its first byte. */
interface RecordPlace {
  readonly line: number;
  readonly from: number;
}

/** Lines further up that a record has something in common with; null where there is none. */
export interface Earlier {
  readonly sameEvent: number | null;
  /** The latest record of the same page until now. */
  readonly samePage: number | null;
}

/** Which events and pages the ledger has. Holds no text of it. */
export interface LedgerIndex {
  add(record: LineageRecord, line: LedgerLine): Earlier;
  /** The first record of an event. */
  placeOf(eventId: string): RecordPlace | null;
  hasPage(vaultId: string, path: string): boolean;
}

/** @param digestOf SHA-256 of a text, of which the leading half is kept */
export function ledgerIndex(digestOf: (text: string) => Buffer): LedgerIndex {
  const events = keyTable();
  const eventLines: number[] = [];
  const eventOffsets: number[] = [];
  const pages = keyTable();
  const pageLines: number[] = [];

  return {
    add({ event_id, page: { identity } }, { number, from }) {
      const event = events.add(digestOf(event_id));
      const page = pages.add(digestOf(pageKey(identity.vault_id, identity.path)));
      const earlier = { sameEvent: eventLines[event] ?? null, samePage: pageLines[page] ?? null };
      pageLines[page] = number;
      if (earlier.sameEvent === null) {
        eventLines[event] = number;
        eventOffsets[event] = from;
      }
      return earlier;
    },
    placeOf(eventId) {
      const event = events.find(digestOf(eventId));
      return event < 0 ? null : { line: eventLines[event] as number, from: eventOffsets[event] as number };
    },
    hasPage: (vaultId, path) => pages.find(digestOf(pageKey(vaultId, path))) >= 0,
  };
}

function pageKey(vaultId: string, path: string): string {
  return `${vaultId}/${path}`;
}
