import type { Reply } from "./reply.ts";
import type { StandIn } from "./silverbullet.ts";

type StandInRequest = StandIn["requests"][number];

/** A request as a client means it: `look` asks for metadata only. */
type Kind = "read" | "look" | "put" | "delete";

interface Moment {
  /** Null for a request of any kind. */
  readonly kind: Kind | null;
  /** Counted from 1 among those of its kind; null for each of them. */
  readonly nth: number | null;
  /** Before the server looks at the request, or after it has acted and before its answer goes out. */
  readonly when: "before" | "after";
}

/** What happens at a moment. A reply that it makes is sent in place of the server's. */
type Act = (own: Reply | null) => unknown;

/** Before the nth request of a kind. */
export function before(kind: Kind | null, nth: number | null = 1): Moment {
  return { kind, nth, when: "before" };
}

/** After the server acted on the nth request of a kind. */
export function after(kind: Kind | null, nth: number | null = 1): Moment {
  return { kind, nth, when: "after" };
}

/** Lets something happen at a moment of the requests that come from now on. */
export function script(standIn: StandIn, moment: Moment, act: Act): void {
  let count = 0;
  const chosen = new WeakSet<StandInRequest>();
  standIn.onRequest = async (request) => {
    if (moment.kind !== null && kindOf(request) !== moment.kind) return undefined;
    count++;
    if (moment.nth !== null && moment.nth !== count) return undefined;
    chosen.add(request);
    return moment.when === "before" ? replyIn(await act(null)) : undefined;
  };
  standIn.onReply = async (request, reply) => {
    return moment.when === "after" && chosen.has(request) ? replyIn(await act(reply)) : undefined;
  };
}

function replyIn(made: unknown): Reply | undefined {
  const isReply = made === "hang-up" || (typeof made === "object" && made !== null && "status" in made);
  return isReply ? (made as Reply) : undefined;
}

function kindOf({ method, headers }: StandInRequest): Kind {
  if (method === "PUT") return "put";
  if (method === "DELETE") return "delete";
  return headers["x-get-meta"] === undefined ? "read" : "look";
}

/** How many requests of a kind came so far. */
export function countOf(standIn: StandIn, kind: Kind): number {
  return standIn.requests.filter((request) => kindOf(request) === kind).length;
}
