import { limits } from "../limits.ts";
import { utf8Length } from "../text/utf8.ts";
import { type SpaceRefused, spaceRefused } from "./refusal.ts";

/** A page's name as a tool got it, and the file names that it can mean. */
export interface PageName {
  readonly requested: string;
  /** Where to look, in this order: as written first when that may be a file. The last one is what a new page is called. */
  readonly files: readonly [string, ...string[]];
}

/** SilverBullet's rule: letters and digits after the last dot. */
const extension = /\.[A-Za-z0-9]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const control = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Reads a page's name by its text alone. Surrounding blanks are dropped; a last part without an extension gets `.md`.
 * @param argument what the name is called in refusals, such as `name` or `new_name`
 */
export function readPageName(
  given: string,
  argument: string,
): { readonly ok: true; readonly name: PageName } | SpaceRefused {
  const name = given.trim();
  if (name === "") return spaceRefused("BAD_INPUT", { problem: `${argument} must not be empty` });
  const bad = (problem: string): SpaceRefused => spaceRefused("BAD_NAME", { problem: `${argument} ${problem}` });
  if (!name.isWellFormed()) return bad("must not hold a lone surrogate, which is no character");
  if (control.test(name)) return bad("must not hold control characters");
  if (name.startsWith("/")) return bad("must not start with /");
  const parts = name.split("/");
  if (parts.includes("")) return bad("must not hold an empty part: no // and no / at the end");
  if (name.split(/\/|%2f/i).some((part) => isDots(part)))
    return bad("must not hold . or .. as a part, spelled out or not");
  const files = filesOf(name, parts.at(-1) ?? "");
  if (files.some(isTooLong)) {
    return bad(`is too long: a part has at most ${limits.nameBytes} bytes, all of it ${limits.pathBytes}`);
  }
  return { ok: true, name: { requested: given, files } };
}

function filesOf(name: string, last: string): PageName["files"] {
  if (extension.test(last)) return [name];
  return last.includes(".") ? [name, `${name}.md`] : [`${name}.md`];
}

function isTooLong(file: string): boolean {
  return utf8Length(file) > limits.pathBytes || file.split("/").some((part) => utf8Length(part) > limits.nameBytes);
}

function isDots(part: string): boolean {
  const plain = part.replaceAll(/%2e/gi, ".");
  return plain === "." || plain === "..";
}

/** How a name was read, for the result; null when the file is called as it was requested. */
export interface NameResolution {
  readonly requested: string;
  readonly resolved: string;
  readonly suffix_added: ".md" | null;
}

/** What to tell of a name that was found, or will be made, as `file`. */
export function nameResolution({ requested }: PageName, file: string): NameResolution | null {
  if (requested === file) return null;
  return { requested, resolved: file, suffix_added: requested.trim() === file ? null : ".md" };
}

/** A file name as the path of a URL: each part percent-encoded. */
export function encodePath(file: string): string {
  return file.split("/").map(encodeURIComponent).join("/");
}
