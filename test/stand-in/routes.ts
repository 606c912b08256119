import type { IncomingHttpHeaders } from "node:http";
import type { fileRoutes } from "./file-routes.ts";
import type { Answer } from "./reply.ts";

interface RouteOptions {
  readonly prefix?: string;
  readonly readOnly?: boolean;
  readonly user?: string;
  readonly token?: string;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const version = "2.10.0";
const spacePath = "/space";
const filesRoute = "/.fs";

const page = { "Content-Type": "text/html" };
const plain = { "Content-Type": "text/plain; charset=utf-8" };
/** The client's page, which every path gets that has no route. */
const shell: Answer = {
  status: 200,
  headers: { ...page, "Cache-Control": "no-cache" },
  body: "<!DOCTYPE html><html><head><title>SilverBullet</title></head><body></body></html>",
};

/** Everything around the file routes: prefix, authorisation, the routes beside them, and the page for any other path. */
export function routes(options: RouteOptions, files: ReturnType<typeof fileRoutes>) {
  const prefix = options.prefix ?? "";

  /** The raw path below the prefix, or null outside of it. */
  function below(path: string): string | null {
    const raw = path.split("?", 1)[0] ?? "";
    return raw.startsWith(`${prefix}/`) ? raw.slice(prefix.length) : null;
  }

  /** The encoded file of a path below `/.fs`, "" for the listing, null for any other path. */
  function encodedFile(path: string): string | null {
    const raw = below(path);
    if (raw === filesRoute) return "";
    return raw?.startsWith(`${filesRoute}/`) ? raw.slice(filesRoute.length + 1) : null;
  }

  function isAuthorized({ headers }: Request): boolean {
    if (!options.user) return true;
    return Boolean(options.token) && headers.authorization === `Bearer ${options.token}`;
  }

  function unauthorized(): Answer {
    return { status: 401, headers: { ...plain, Location: `${prefix}/.auth` }, body: "Unauthorized" };
  }

  function toLogin(path: string): Answer {
    if (path.endsWith(".md")) return unauthorized();
    return { status: 302, headers: { Location: `${prefix}/.auth?from=${path.replaceAll("%", "%25")}` } };
  }

  function config(): Answer {
    const body = { spaceFolderPath: spacePath, indexPage: "index", readOnly: options.readOnly ?? false };
    return json(body, { "Cache-Control": "no-cache" });
  }

  function answerFile(encoded: string, request: Request): Answer {
    if (!isAuthorized(request)) return unauthorized();
    const file = decoded(encoded);
    if (file === null) return { status: 400, headers: plain, body: "Invalid URL: Invalid UTF-8 in `path`" };
    if (file !== "") return files.answer({ ...request, file }) ?? notAllowed("GET,HEAD,PUT,DELETE");
    return isReading(request) ? files.list(request.headers, spacePath) : notAllowed("GET,HEAD");
  }

  function answerOther(path: string, request: Request): Answer {
    if (!isReading(request)) return notAllowed("GET,HEAD");
    switch (path) {
      case "/.ping":
        return {
          status: 200,
          headers: { ...plain, "X-Server-Version": version, "X-Space-Path": spacePath, "Cache-Control": "no-cache" },
          body: "OK",
        };
      case "/.config":
        return isAuthorized(request) ? config() : unauthorized();
      case "/.auth":
        return options.user ? shell : { status: 403, headers: plain, body: "Authentication not enabled" };
      case "/":
        return shell;
      default:
        return isAuthorized(request) ? shell : toLogin(path);
    }
  }

  return {
    /** The decoded file of a path, "" for the listing, null for any other path. */
    file(path: string): string | null {
      const encoded = encodedFile(path);
      return encoded === null ? null : decoded(encoded);
    },

    answer(request: Request): Answer {
      if (request.path === "/.instance" && isReading(request)) {
        return json(
          { instance: "00000000-0000-4000-8000-000000000000", version },
          { "Access-Control-Allow-Origin": "*" },
        );
      }
      if (prefix !== "" && request.path === prefix) return { status: 307, headers: { Location: `${prefix}/` } };
      const path = below(request.path);
      if (path === null)
        return { status: 404, headers: page, body: "<html><body><h1>No space here</h1></body></html>" };
      const encoded = encodedFile(request.path);
      return encoded === null ? answerOther(path, request) : answerFile(encoded, request);
    },
  };
}

function notAllowed(allow: string): Answer {
  return { status: 405, headers: { Allow: allow } };
}

function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

function json(value: object, headers: Record<string, string>): Answer {
  return { status: 200, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(value) };
}

/** Takes what is no escape as it stands. Null when the bytes are not UTF-8. */
function decoded(text: string): string | null {
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, "latin1"));
  } catch {
    return null;
  }
}
