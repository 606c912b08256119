import type { SpaceRefused } from "../../../core/space/refusal.ts";

/** What SilverBullet's answer came to. */
export type Answer<T> = { readonly ok: true; readonly value: T } | SpaceRefused;

/** What the headers of a file's answer say; null is what they do not say. */
export interface FileMeta {
  /** The server's own etag, in the one form that it takes as a precondition; older servers send none. */
  readonly etag: string | null;
  readonly sizeBytes: number | null;
  readonly lastModifiedMs: number | null;
  readonly createdMs: number | null;
}

/** A file that was read. */
export interface FileBody extends FileMeta {
  readonly bytes: Buffer;
}

/** A row of the listing. */
export interface ListedFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly lastModifiedMs: number;
  readonly createdMs: number;
}

/** Headers of an answer, their names in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Proxies that compress call a strong etag weak. */
const ownEtag = /^(?:W\/)?("sha256:[0-9a-f]{64}")$/;

/** Reads the headers of a file's answer. */
export function readMeta(headers: Headers): FileMeta {
  return {
    etag: readEtag(headers["x-silverbullet-revision"]) ?? readEtag(headers.etag),
    sizeBytes: readNumber(headers["x-content-length"]),
    lastModifiedMs: readNumber(headers["x-last-modified"]),
    createdMs: readNumber(headers["x-created"]),
  };
}

/** Whether an answer comes from the file API, and not from the pages that the server gives for any other address. */
export function isFileAnswer(headers: Headers): boolean {
  const meta = readMeta(headers);
  const isHtml = String(headers["content-type"]).startsWith("text/html");
  return !isHtml || meta.lastModifiedMs !== null || meta.sizeBytes !== null;
}

function readEtag(header: string | string[] | undefined): string | null {
  return ownEtag.exec(String(header))?.[1] ?? null;
}

function readNumber(header: string | string[] | undefined): number | null {
  return typeof header === "string" && /^\d{1,15}$/.test(header) ? Number(header) : null;
}

/** Reads the rows of a listing; null when it is none. */
export function readListing(bytes: Buffer): readonly ListedFile[] | null {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    return null;
  }
  if (!Array.isArray(value)) return null;
  const rows = value.map(readRow);
  return rows.includes(null) ? null : (rows as ListedFile[]);
}

function readRow(row: unknown): ListedFile | null {
  if (typeof row !== "object" || row === null) return null;
  const { name, size, lastModified, created } = row as Record<string, unknown>;
  if (typeof name !== "string" || typeof size !== "number" || typeof lastModified !== "number") return null;
  return {
    // A lone surrogate could not be asked for.
    name: name.toWellFormed(),
    sizeBytes: size,
    lastModifiedMs: lastModified,
    createdMs: typeof created === "number" ? created : lastModified,
  };
}
