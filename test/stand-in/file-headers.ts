import type { IncomingHttpHeaders } from "node:http";
import { isInline } from "./content-type.ts";
import { row, type StoredFile } from "./stored-file.ts";

export type Headers = Readonly<Record<string, string>>;

/** What every answer about a file or folder says of it. */
export function meta(name: string, entry: StoredFile | "folder"): Headers {
  const { contentType, created, lastModified, size, perm } = row(name, entry);
  return {
    "Content-Type": contentType,
    "X-Created": String(created),
    "X-Last-Modified": String(lastModified),
    "X-Content-Length": String(size),
    "X-Permission": perm,
  };
}

/** What stands above a body, or would, were it not a HEAD. */
export function bodyHeaders(name: string, entry: StoredFile | "folder", asked: IncomingHttpHeaders): Headers {
  const { contentType, lastModified } = row(name, entry);
  return {
    ...meta(name, entry),
    ...(takesBytes(asked) ? { "Content-Type": "application/octet-stream" } : {}),
    "X-Content-Type": contentType,
    "Last-Modified": httpDate(lastModified),
    "Cache-Control": "no-cache",
    Vary: "Accept",
  };
}

/** What the newer servers add to it, beside the etag. */
export function newerHeaders(name: string, asked: IncomingHttpHeaders): Headers {
  const ranges = { "Accept-Ranges": "bytes" };
  if (takesBytes(asked) || isInline(row(name, "folder").contentType)) return ranges;
  return { ...ranges, "Content-Disposition": "attachment", "X-Content-Type-Options": "nosniff" };
}

export function httpDate(milliseconds: number): string {
  return new Date(milliseconds).toUTCString();
}

function takesBytes({ accept }: IncomingHttpHeaders): boolean {
  return accept?.includes("application/octet-stream") ?? false;
}
