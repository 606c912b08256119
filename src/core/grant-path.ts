import { limits } from "./limits.ts";
import { inWords } from "./pointer.ts";
import { type Refusal, refuse } from "./refusal.ts";
import { utf8Length } from "./text/utf8.ts";

/** The server's own folder in the grant, and what stands in it. */
export const scribeFolder = ".wyrd";
export const configPath = `${scribeFolder}/scribe.json`;
export const ledgerPath = `${scribeFolder}/lineage.jsonl`;

export type PathAnswer =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * Folds a requested path to its canonical grant-relative spelling, by its text alone. The first rule broken, in this
 * order, is the one refused: empty, NUL, backslash (POSIX), absolute or drive form, leaving the grant, the grant itself.
 * @param at JSON pointer of the path in the request
 */
export function canonicalPath(requested: string, at: string, windows: boolean): PathAnswer {
  const bad = (rule: string): PathAnswer => {
    return { ok: false, refusal: refuse("BAD_INPUT", { problem: `${inWords(at)}: ${rule}` }, at) };
  };
  if (requested === "") return bad("must not be empty");
  if (requested.includes("\0")) return bad("must not hold a NUL character");
  if (!windows && requested.includes("\\")) return bad("use / between the parts of a path, not \\");
  const path = requested.replaceAll("\\", "/");
  if (path.startsWith("/")) return bad("must be relative to the granted folder, without a / at the beginning");
  if (/^[A-Za-z]:/.test(path)) return bad("must be relative to the granted folder, without a drive letter");

  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return { ok: false, refusal: refuse("ESCAPES", { path: requested }, at) };
  }
  if (parts.length === 0) return { ok: false, refusal: refuse("IS_ROOT", { path: requested }, at) };
  return { ok: true, path: parts.join("/") };
}

/** The further rules for a page's canonical path, the same on every host. Returns the first one broken, or null. */
export function targetFault(path: string, at: string): Refusal | null {
  const parts = path.split("/");
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  const folder = foldedName(first);
  if (folder === "arc") return refuse("ARC_IMMUTABLE", { path }, at);
  if (folder === scribeFolder) return refuse("WYRD_RESERVED", { path }, at);
  if (path.includes(":")) return refuse("STREAM_SYNTAX", { path }, at);
  const device = parts.find(isDeviceName);
  if (device !== undefined) return refuse("RESERVED_NAME", { path, name: device }, at);
  const bad = parts.find((part) => unprintable.test(part) || /[. ]$/.test(part));
  if (bad !== undefined) return refuse("BAD_NAME", { path, name: bad }, at);
  if (utf8Length(last) > limits.nameBytes) return refuse("NAME_TOO_LONG", { path, limit: limits.nameBytes }, at);
  if (!/\.(md|markdown)$/i.test(last)) return refuse("NOT_MARKDOWN", { path }, at);
  return null;
}

/** Control, bidirectional, zero-width and line-separating characters. */
export const unprintable = /[\p{Cc}\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/u;

/** A name as a case-insensitive filesystem that ignores what cannot be seen would compare it. */
function foldedName(name: string): string {
  return name
    .normalize("NFC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase()
    .toLowerCase()
    .replace(/[. ]+$/, "");
}

/** Whether Windows would open a device instead of a file of this name, whatever its extension. */
function isDeviceName(name: string): boolean {
  const base = (name.split(".")[0] ?? "").trimEnd();
  return /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])$/i.test(base);
}
