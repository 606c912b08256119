import { contentType } from "./content-type.ts";

/** A file of the space or the library. Replaced, never changed, when it is written. */
export interface StoredFile {
  readonly bytes: Buffer;
  /** Milliseconds since 1970, like `modified`. */
  readonly created: number;
  readonly modified: number;
  readonly perm: "rw" | "ro";
}

/** What stands at a name: a file, a folder, or nothing. */
export type Entry = StoredFile | "folder" | null;

/** A row of the listing, with the keys of the wire. */
export interface Row {
  readonly name: string;
  readonly created: number;
  readonly lastModified: number;
  readonly contentType: string;
  readonly size: number;
  readonly perm: "rw" | "ro";
}

/** Why a file was not written or removed, as the server answers it. */
export interface Fault {
  readonly status: number;
  readonly body: string;
}

export type Written = { readonly ok: true; readonly file: StoredFile } | { readonly ok: false; readonly fault: Fault };

export const missing: Fault = { status: 404, body: "404 page not found\n" };

export type Contents = Readonly<Record<string, string | Uint8Array>>;

/** Size that a folder's metadata shows. */
const folderSize = 4096;
const mostNameBytes = 255;

/**
 * Files in memory over a read-only library, with the rules of the server's own store. A folder is there while a file is
 * in it, which is what removing emptied parents comes to.
 */
export function makeSpace(contents: Contents, libraryContents: Contents, readOnly: boolean) {
  const disk = new Map<string, StoredFile>();
  const library = new Map<string, StoredFile>();
  for (const [name, bytes] of Object.entries(contents)) put(disk, name, bytes, "rw");
  for (const [name, bytes] of Object.entries(libraryContents)) put(library, name, bytes, "ro");

  function onDisk(name: string): Entry {
    const key = diskKey(name);
    if (key === null) return null;
    return disk.get(key) ?? (isFolder(key) ? "folder" : null);
  }

  function isFolder(key: string): boolean {
    return key === "" || [...disk.keys()].some((other) => other.startsWith(`${key}/`));
  }

  /** Why the name cannot be changed, whether or not something stands there. */
  function guard(name: string, doing: "write" | "delete"): Fault | null {
    if (readOnly) return { status: 403, body: `Read-only: Cannot ${doing} file ${name}: read-only mode` };
    if (onDisk(name) === null && library.has(name)) {
      return { status: 403, body: `Read-only: Cannot ${doing} file ${name}: read-only` };
    }
    return diskKey(name) === null ? { status: 403, body: "Path not in space" } : null;
  }

  /** What the operating system says when a file is to be made here. Null when nothing is in the way. */
  function obstacle(key: string): string | null {
    const parents = key.split("/").slice(0, -1);
    const first = parents.findIndex((_, depth) => disk.has(parents.slice(0, depth + 1).join("/")));
    if (first !== -1)
      return first === parents.length - 1 ? "File exists (os error 17)" : "Not a directory (os error 20)";
    if (isFolder(key)) return "Is a directory (os error 21)";
    return key.split("/").some((part) => Buffer.byteLength(part) > mostNameBytes)
      ? "File name too long (os error 36)"
      : null;
  }

  return {
    /** What another program with the folder open can do: no rule of the server applies. */
    files: {
      get: (name: string): Buffer | undefined => disk.get(name)?.bytes,
      /** The bytes as UTF-8. */
      text: (name: string): string | undefined => disk.get(name)?.bytes.toString(),
      set: (name: string, bytes: string | Uint8Array, modified?: number): void =>
        put(disk, name, bytes, "rw", modified),
      delete: (name: string): boolean => disk.delete(name),
      names: (): string[] => [...disk.keys()],
    },

    /** What a read of the metadata finds; a read of the body finds no folder. */
    find: (name: string): Entry => onDisk(name) ?? library.get(name) ?? null,

    list(): Row[] {
      const listed = [...disk].filter(([name]) => isListed(name));
      const below = [...library].filter(([name]) => !listed.some(([above]) => above === name));
      return [...listed, ...below].map(([name, file]) => row(name, file));
    },

    /** Sets the time of change when `modified` is above 0. */
    write(name: string, bytes: Uint8Array, modified: number): Written {
      const fault = guard(name, "write");
      if (fault !== null) return { ok: false, fault };
      const key = diskKey(name) ?? "";
      const why = obstacle(key);
      if (why !== null) return { ok: false, fault: { status: 500, body: `Could not write file: ${name}: ${why}` } };
      put(disk, key, bytes, "rw", modified > 0 ? modified : undefined);
      return { ok: true, file: disk.get(key) as StoredFile };
    },

    remove(name: string): Fault | null {
      const fault = guard(name, "delete");
      if (fault !== null) return fault;
      if (onDisk(name) === "folder") return { status: 500, body: "IO error: Is a directory (os error 21)" };
      return disk.delete(diskKey(name) ?? "") ? null : missing;
    },
  };
}

export type Space = ReturnType<typeof makeSpace>;

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

function put(
  files: Map<string, StoredFile>,
  name: string,
  bytes: string | Uint8Array,
  perm: "rw" | "ro",
  modified = Date.now(),
): void {
  const created = files.get(name)?.created ?? Date.now();
  files.set(name, { bytes: Buffer.from(bytes), created, modified, perm });
}

/** Null for a name that is absolute or holds a `..`. */
function diskKey(name: string): string | null {
  const parts = name.split("/");
  if (name.startsWith("/") || parts.includes("..")) return null;
  return parts.filter((part) => part !== "" && part !== ".").join("/");
}

/** No part hidden, and a dot in the last part. */
function isListed(name: string): boolean {
  return name.split("/").every((part) => !part.startsWith(".")) && name.slice(name.lastIndexOf("/") + 1).includes(".");
}
