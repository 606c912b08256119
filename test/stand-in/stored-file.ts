import { contentType } from "./content-type.ts";

/** A file of the space or the library. Replaced, never changed, when it is written. */
export interface StoredFile {
  readonly bytes: Buffer;
  /** Milliseconds since 1970, like `modified`. */
  readonly created: number;
  readonly modified: number;
  readonly perm: "rw" | "ro";
}

/** A row of the listing, with the keys of the wire. */
export interface Row {
  readonly name: string;
  readonly created: number;
  readonly lastModified: number;
  readonly contentType: string;
  readonly size: number;
  readonly perm: "rw" | "ro";
}

/** Size that a folder's metadata shows. */
const folderSize = 4096;

/** What the listing says of a file, and the headers of any file or folder. */
export function row(name: string, entry: StoredFile | "folder"): Row {
  const times = entry === "folder" ? { created: Date.now(), modified: Date.now() } : entry;
  return {
    name,
    created: times.created,
    lastModified: times.modified,
    contentType: contentType(name),
    size: entry === "folder" ? folderSize : entry.bytes.length,
    perm: entry === "folder" ? "rw" : entry.perm,
  };
}

/** No part hidden, and a dot in the last part. */
export function isListed(name: string): boolean {
  return name.split("/").every((part) => !part.startsWith(".")) && name.slice(name.lastIndexOf("/") + 1).includes(".");
}
