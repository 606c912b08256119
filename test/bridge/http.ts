import { once } from "node:events";
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { staticToken } from "./executable.ts";

export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers
  json(): any;
}

/** What a client of the endpoint sends with every POST. */
export const mcpHeaders: OutgoingHttpHeaders = {
  authorization: `Bearer ${staticToken}`,
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
};

/** Sends a request, each on a connection of its own, and reads the whole answer. Host can be any. */
export async function send(port: number, { method = "GET", path = "/mcp", headers = {}, body }: Sent): Promise<Answer> {
  const outgoing = request({ host: "127.0.0.1", port, method, path, headers, agent: false });
  const answered = once(outgoing, "response");
  outgoing.end(body);
  const [incoming] = await answered;
  const whole = await text(incoming);
  return { status: incoming.statusCode, headers: incoming.headers, body: whole, json: () => JSON.parse(whole) };
}

/** Posts a JSON-RPC request to the endpoint. */
export function post(port: number, method: string, params: object = {}, headers = mcpHeaders): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return send(port, { method: "POST", headers, body });
}

/** Sends bytes as they are and reads until the other side closes the connection. */
export async function sendBytes(port: number, bytes: string | Uint8Array): Promise<string> {
  const socket = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
  await once(socket, "connect");
  if (bytes.length > 0) socket.write(bytes);
  else socket.end();
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  // What is sent to a connection that was refused may end in an error, and what came before it counts.
  socket.on("error", () => {});
  socket.on("end", () => socket.end());
  await once(socket, "close");
  return Buffer.concat(chunks).toString("latin1");
}
