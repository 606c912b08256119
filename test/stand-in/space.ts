import { isListed, type Row, row, type StoredFile } from "./stored-file.ts";

/** What stands at a name: a file, a folder, or nothing. */
export type Entry = StoredFile | "folder" | null;

/** Why a file was not written or removed, as the server answers it. */
export interface Fault {
  readonly status: number;
  readonly body: string;
}

export type Written = { readonly ok: true; readonly file: StoredFile } | { readonly ok: false; readonly fault: Fault };

export const missing: Fault = { status: 404, body: "404 page not found\n" };

export type Contents = Readonly<Record<string, string | Uint8Array>>;

const mostNameBytes = 255;
const isAFolder = "Is a directory (os error 21)";
const notFolder = "Not a directory (os error 20)";

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
    if (isFolder(key)) return "folder";
    return name.endsWith("/") ? null : (disk.get(key) ?? null);
  }

  function isFolder(key: string): boolean {
    return key === "" || [...disk.keys()].some((other) => other.startsWith(`${key}/`));
  }

  /** Why the name cannot be changed, whether or not something stands there. */
  function guard(name: string, doing: "write" | "delete"): Fault | null {
    if (onDisk(name) === null && library.has(name)) {
      return { status: 403, body: `Read-only: Cannot ${doing} file ${name}: read-only` };
    }
    if (readOnly) return { status: 403, body: `Read-only: Cannot ${doing} file ${name}: read-only mode` };
    return diskKey(name) === null ? { status: 403, body: "Path not in space" } : null;
  }

  /** What the operating system says against a name, whatever stands there. */
  function obstacle(name: string, atParent: string): string | null {
    if (name.includes("\0")) return "file name contained an unexpected NUL byte";
    const parts = (diskKey(name) ?? "").split("/");
    const depth = parts.findIndex((_, last) => disk.has(parts.slice(0, last + 1).join("/")));
    if (depth !== -1 && depth < parts.length - 1) return depth === parts.length - 2 ? atParent : notFolder;
    return parts.some((part) => Buffer.byteLength(part) > mostNameBytes) ? "File name too long (os error 36)" : null;
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
      const why =
        obstacle(name, "File exists (os error 17)") ?? (isFolder(key) || name.endsWith("/") ? isAFolder : null);
      if (why !== null) return { ok: false, fault: { status: 500, body: `Could not write file: ${name}: ${why}` } };
      put(disk, key, bytes, "rw", modified > 0 ? modified : undefined);
      return { ok: true, file: disk.get(key) as StoredFile };
    },

    remove(name: string): Fault | null {
      const fault = guard(name, "delete");
      if (fault !== null) return fault;
      const key = diskKey(name) ?? "";
      const why = obstacle(name, notFolder) ?? (isFolder(key) ? isAFolder : null);
      if (why !== null) return { status: 500, body: `IO error: ${why}` };
      return disk.delete(key) ? null : missing;
    },
  };
}

export type Space = ReturnType<typeof makeSpace>;

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
