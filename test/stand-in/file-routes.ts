import type { IncomingHttpHeaders } from "node:http";
import { compressible } from "./compression.ts";
import { bodyHeaders, type Headers, httpDate, meta, newerHeaders } from "./file-headers.ts";
import { etagOf, judge } from "./preconditions.ts";
import type { Answer } from "./reply.ts";
import { type Fault, missing, type Space } from "./space.ts";
import type { StoredFile } from "./stored-file.ts";

/** Servers up to about 2.10 know neither etags nor preconditions; later ones know both. */
export type Profile = "old" | "new";

export interface FileRequest {
  readonly method: string;
  /** The path below `/.fs/`, decoded. */
  readonly file: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The `/.fs` routes over a space. */
export function fileRoutes(space: Space, profile: Profile) {
  const isNew = profile === "new";
  /** Files whose hash the server has taken: HEAD knows no other etag. */
  const hashed = new WeakSet<StoredFile>();

  function etag(file: StoredFile): Headers {
    if (!isNew) return {};
    hashed.add(file);
    return { ETag: etagOf(file.bytes) };
  }

  function readMeta({ file, headers }: FileRequest): Answer {
    const entry = space.find(file);
    if (entry === null) return missing;
    const cheap = isNew && String(headers["x-get-meta"]).toLowerCase() === "cheap";
    const withEtag = entry !== "folder" && !cheap ? etag(entry) : {};
    return { status: 200, headers: { ...meta(file, entry), "Cache-Control": "no-store", ...withEtag } };
  }

  function read({ method, file, headers }: FileRequest): Answer {
    const entry = space.find(file);
    if (entry === null || entry === "folder") return missing;
    const lastModified = httpDate(entry.modified);
    if (headers["if-modified-since"] === lastModified) {
      return { status: 304, headers: { "Last-Modified": lastModified, Vary: "Accept" } };
    }
    const newer = isNew ? { ...newerHeaders(file, headers), ...etag(entry) } : {};
    const shown = { ...bodyHeaders(file, entry, headers), ...newer };
    const answer = compressible({ status: 200, headers: shown, body: entry.bytes }, headers);
    // The older servers make a HEAD of a GET: they compress, then drop the body.
    return method === "HEAD" && answer.chunked ? { ...answer, chunked: false, body: "" } : answer;
  }

  /** The newer servers' own HEAD: metadata only, and no conditions. */
  function look({ file, headers }: FileRequest): Answer {
    const entry = space.find(file);
    if (entry === null) return missing;
    const isHashed = entry !== "folder" && hashed.has(entry);
    const shown = { ...bodyHeaders(file, entry, headers), ...newerHeaders(file, headers) };
    return {
      status: 200,
      headers: { ...shown, ...(isHashed ? etag(entry) : {}), "Content-Length": shown["X-Content-Length"] ?? "" },
    };
  }

  /** The answer to a failed precondition, or null. The older servers do not look. */
  function refusal({ file, headers }: FileRequest, heedsIfNoneMatch: boolean): Answer | null {
    if (!isNew) return null;
    const standing = judge(space.find(file), headers, heedsIfNoneMatch);
    switch (standing.kind) {
      case "passes":
        return null;
      case "missing":
        return missing;
      case "fails": {
        const { current } = standing;
        const shown =
          current === null ? {} : { ...meta(file, current), ...(current === "folder" ? {} : etag(current)) };
        return { status: 412, headers: { ...shown, "Cache-Control": "no-store" }, body: "Precondition Failed" };
      }
    }
  }

  function put(request: FileRequest): Answer {
    const { file, headers, body } = request;
    const refused = refusal(request, true);
    if (refused !== null) return refused;
    const written = space.write(file, body, integer(headers["x-last-modified"]));
    if (!written.ok) return written.fault;
    const shown = { ...meta(file, written.file), ...etag(written.file) };
    return { status: 200, headers: { ...shown, "Cache-Control": "no-store" }, body: "OK" };
  }

  function remove(request: FileRequest): Answer {
    const fault: Answer | Fault | null = refusal(request, false) ?? space.remove(request.file);
    return fault ?? { status: 200, body: "OK" };
  }

  return {
    list(headers: IncomingHttpHeaders, spacePath: string): Answer {
      const listing = {
        status: 200,
        headers: { "Content-Type": "application/json", "X-Space-Path": spacePath, "Cache-Control": "no-cache" },
        body: Buffer.from(JSON.stringify(space.list())),
      };
      return compressible(listing, headers);
    },

    /** Null when no route has the method. Byte ranges and the newer servers' POST are left out. */
    answer(request: FileRequest): Answer | null {
      switch (request.method) {
        case "GET":
          return "x-get-meta" in request.headers ? readMeta(request) : read(request);
        case "HEAD":
          if (isNew) return look(request);
          return "x-get-meta" in request.headers ? readMeta(request) : read(request);
        case "PUT":
          return put(request);
        case "DELETE":
          return remove(request);
        default:
          return null;
      }
    },
  };
}

/** A whole number written out, else 0. */
function integer(header: string | string[] | undefined): number {
  return typeof header === "string" && /^[+-]?\d+$/.test(header) ? Number(header) : 0;
}
