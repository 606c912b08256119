import type { Test } from "tap";
import type { Session } from "../bridge.ts";
import type { OtherWriter } from "./other-writer.ts";

/** A client of a bridge before a server of any kind, and the way around the bridge. */
export interface Live extends Session {
  readonly server: OtherWriter;
  /** Another client of the same bridge. */
  readonly another: () => Promise<Session>;
}

/** A promise that holds on every server. It is kept within a folder of its own, which is new and removed afterwards. */
export type Case = (t: Test, live: Live, folder: string) => Promise<void>;
