import type { IncomingHttpHeaders } from "node:http";
import { gzipSync } from "node:zlib";
import { isInline } from "./content-type.ts";
import { etagOf, judge } from "./preconditions.ts";
import type { Answer } from "./reply.ts";
import { type Fault, missing, row, type Space, type StoredFile } from "./space.ts";

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

  function etag(file: StoredFile): Record<string, string> {
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
    const asBytes = headers.accept?.includes("application/octet-stream") ?? false;
    const { contentType } = row(file, entry);
    const withEtag = method === "GET" || hashed.has(entry) ? etag(entry) : {};
    const answer = {
      status: 200,
      headers: {
        ...meta(file, entry),
        ...(asBytes ? { "Content-Type": "application/octet-stream" } : {}),
        "X-Content-Type": contentType,
        "Last-Modified": lastModified,
        "Cache-Control": "no-cache",
        Vary: "Accept",
        ...withEtag,
        ...(isNew ? { "Accept-Ranges": "bytes" } : {}),
        ...(isNew && !asBytes && !isInline(contentType)
          ? { "Content-Disposition": "attachment", "X-Content-Type-Options": "nosniff" }
          : {}),
      },
      body: entry.bytes,
    };
    return compressed(answer, headers);
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
      return compressed(listing, headers);
    },

    /** Null when no route has the method. Byte ranges and the newer servers' POST are left out. */
    answer(request: FileRequest): Answer | null {
      switch (request.method) {
        case "GET":
          return "x-get-meta" in request.headers ? readMeta(request) : read(request);
        case "HEAD":
          return !isNew && "x-get-meta" in request.headers ? readMeta(request) : read(request);
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

function meta(name: string, entry: StoredFile | "folder"): Record<string, string> {
  const { contentType, created, lastModified, size, perm } = row(name, entry);
  return {
    "Content-Type": contentType,
    "X-Created": String(created),
    "X-Last-Modified": String(lastModified),
    "X-Content-Length": String(size),
    "X-Permission": perm,
  };
}

function httpDate(milliseconds: number): string {
  return new Date(milliseconds).toUTCString();
}

/** A whole number written out, else 0. */
function integer(header: string | string[] | undefined): number {
  return typeof header === "string" && /^[+-]?\d+$/.test(header) ? Number(header) : 0;
}

const leastBytesCompressed = 32;

/** The answer as a client sees it that takes gzip. */
function compressed(answer: Answer & { readonly body: Buffer }, headers: IncomingHttpHeaders): Answer {
  const wanted = headers["accept-encoding"]?.toString().includes("gzip") ?? false;
  const type = answer.headers?.["Content-Type"] ?? "";
  if (!wanted || answer.body.length < leastBytesCompressed || type.startsWith("image/")) return answer;
  const { "Accept-Ranges": _, ...kept } = answer.headers ?? {};
  const vary = kept.Vary === undefined ? "accept-encoding" : `${kept.Vary}, accept-encoding`;
  return { ...answer, headers: { ...kept, "Content-Encoding": "gzip", Vary: vary }, body: gzipSync(answer.body) };
}
