import type { RequestHandler } from "express";
import type { Log } from "../log.ts";
import { redactHeaders, redactPath, scrub } from "../redact.ts";

/** At debug level, one line for each request: method, path, status (`-` when the client left first) and headers. */
export function requestLog(log: Log): RequestHandler {
  if (!log.takes("DEBUG")) return (_request, _response, next) => next();
  return (request, response, next) => {
    const { method, url, headers } = request;
    const presented = (headers.authorization ?? "").split(" ").slice(1);
    response.on("close", () => {
      const status = response.writableFinished ? response.statusCode : "-";
      const shown = printable(JSON.stringify(redactHeaders(headers)));
      log.event("DEBUG", scrub(`${method} ${redactPath(url)} ${status} ${shown}`, presented));
    });
    next();
  };
}

/** Headers may hold bytes that a terminal would obey. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?");
}
