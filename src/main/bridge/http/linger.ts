import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";

/** How long the rest of a request may take to come in after its answer, in milliseconds. */
const lingerMs = 5000;

/**
 * Lets a request that is answered early come in whole before its connection is closed. Closed at once, the client would
 * see a broken connection instead of the answer.
 */
export const linger: RequestHandler = (request, response, next) => {
  const { writeHead, shouldKeepAlive } = response;
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    if (!request.complete) {
      response.shouldKeepAlive = true;
      response.on("finish", () => drain(request, shouldKeepAlive));
    }
    return writeHead.apply(response, head);
  }) as typeof writeHead;
  next();
};

function drain(request: IncomingMessage, shouldKeepAlive: boolean): void {
  const { socket } = request;
  const close = (): void => void (shouldKeepAlive || socket.end());
  if (request.readableEnded) return close();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  request.on("end", close);
  request.on("close", () => clearTimeout(timer));
  request.resume();
}
