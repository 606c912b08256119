import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Log } from "../log.ts";
import type { Connections } from "./connections.ts";

/** What something that is not HTTP/1 looks like. */
export type StrangeBytes = "empty" | "http2-preface" | "tls-clienthello" | "binary-non-http" | "unknown";

/** Tells by their beginning what bytes are that are no HTTP/1 request. */
export function classifyBytes(bytes: Uint8Array): StrangeBytes {
  const head = String.fromCharCode(...bytes.subarray(0, 64));
  if (head === "") return "empty";
  if (head.startsWith("PRI * HTTP/2")) return "http2-preface";
  if (head.startsWith("\x16\x03")) return "tls-clienthello";
  return /[^\t\r\n\x20-\x7e]/.test(head) ? "binary-non-http" : "unknown";
}

/** Answers what is not HTTP/1, and at debug level tells what class of bytes it was and how many; they are never shown. */
export function answerStrangeBytes(server: Server, connections: Connections, log: Log): void {
  const note = (bytes: Uint8Array): void => {
    log.event("DEBUG", `not HTTP/1: ${classifyBytes(bytes)} (${bytes.length} bytes)`);
  };
  server.on("clientError", (error: Error & { readonly code?: string; readonly rawPacket?: Uint8Array }, stream) => {
    const socket = stream as Socket;
    if (error.rawPacket !== undefined) note(error.rawPacket);
    const isSilent = error.code === "ECONNRESET" || !socket.writable || connections.running(socket) > 0;
    if (isSilent) socket.destroy();
    else socket.end(`HTTP/1.1 ${statuses[error.code ?? ""] ?? "400 Bad Request"}\r\nConnection: close\r\n\r\n`);
  });
  server.on("connection", (socket: Socket) => {
    socket.on("close", () => {
      if (socket.bytesRead === 0) note(new Uint8Array());
    });
  });
}

const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};
