import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { limits } from "../../../core/limits.ts";

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
  const timer = setTimeout(() => socket.destroy(), limits.lingerMs);
  const done = (): void => {
    clearTimeout(timer);
    if (!shouldKeepAlive) socket.end();
  };
  if (request.readableEnded) done();
  else request.on("close", done).resume();
}
