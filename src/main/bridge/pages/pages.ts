import type { SilverBullet } from "../silverbullet/client.ts";
import type { Locks } from "./locks.ts";

/** The pages of one server, and the order of this bridge's own calls on each of them. */
export interface Pages {
  readonly server: SilverBullet;
  readonly locks: Locks;
}
