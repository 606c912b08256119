import type { ServerResponse } from "node:http";

/** What goes back for a request: an answer, or the connection closed without one. */
export type Reply = Answer | "hang-up";

export interface Answer {
  readonly status: number;
  /** A `Content-Length` given here is sent as it is, true or not; without one it is the body's length. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Sent in chunks, with no word on its length. */
  readonly chunked?: boolean;
  /** The connection breaks after so many bytes of the body. */
  readonly cutAfter?: number;
}

export function send(response: ServerResponse, reply: Reply): void {
  if (reply === "hang-up") {
    response.destroy();
    return;
  }
  const body = Buffer.from(reply.body ?? "");
  response.statusCode = reply.status;
  if (!reply.chunked && reply.status !== 304) response.setHeader("Content-Length", body.length);
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  if (reply.chunked || reply.cutAfter !== undefined) response.flushHeaders();
  if (reply.cutAfter === undefined) {
    response.end(body);
    return;
  }
  response.write(body.subarray(0, reply.cutAfter));
  response.socket?.destroySoon();
}
