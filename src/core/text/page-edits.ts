import { limits } from "../limits.ts";
import { afterBom, frontmatterRange } from "./frontmatter-range.ts";
import { lineEnd, splitLines } from "./lines.ts";
import { patternSteps } from "./pattern-steps.ts";

/** Puts a text at the end, on a line of its own. */
export function appendText(body: string, text: string): string {
  return body + (body === "" || body.endsWith("\n") ? "" : "\n") + text;
}

/** Puts a text on lines of its own before the body, or after its frontmatter if it has one. A BOM stays first. */
export function prependText(body: string, text: string, position: "after_frontmatter" | "top"): string {
  if (text === "") return body;
  const at = (position === "top" ? null : frontmatterRange(body)?.end) ?? afterBom(body);
  const [before, after] = [body.slice(0, at), body.slice(at)];
  const closed = at === afterBom(body) || before.endsWith("\n") ? "" : "\n";
  return before + closed + text + (after === "" || text.endsWith("\n") ? "" : "\n") + after;
}

export type LinesPatched =
  | { readonly ok: true; readonly text: string }
  /** There are only so many lines. */
  | { readonly ok: false; readonly lines: number };

/**
 * Replaces lines, counted from 1, both ends included; an empty `content` deletes them. What is left ends in a line end
 * only if the body did, and a BOM, which is no part of the first line, stays.
 */
export function patchLines(body: string, start: number, end: number, content: string): LinesPatched {
  const bom = body.slice(0, afterBom(body));
  const lines = splitLines(body.slice(bom.length));
  if (end > lines.length) return { ok: false, lines: lines.length };

  const given = start === 1 && content.startsWith(bom) ? content.slice(bom.length) : content;
  const missing = given === "" || given.endsWith("\n") ? "" : lineEnd(lines[end - 1] ?? "");
  const patched = [...lines.slice(0, start - 1), given + missing, ...lines.slice(end)].join("");
  const kept = body.endsWith("\n") ? patched : withoutFinalEnds(patched);
  return { ok: true, text: kept === "" ? "" : bom + kept };
}

/** A text without the line ends at its end: all of them, since an empty last line would show as a final line end. */
function withoutFinalEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\n") end -= text[end - 2] === "\r" ? 2 : 1;
  return text.slice(0, end);
}

export type TextReplaced =
  | { readonly ok: true; readonly text: string }
  /** How often it was found: never, or more than once; or any number of times when the outcome is too long. */
  | { readonly ok: false; readonly count: number; readonly tooLong: boolean };

/**
 * Replaces a text that is met once or, with `all`, any number of times: from the left, without overlaps, character by
 * character and in linear time.
 * @param find not empty
 */
export function replaceText(body: string, find: string, replacement: string, all: boolean): TextReplaced {
  const starts = occurrences(body, find);
  const count = starts.length;
  if (count === 0 || (count > 1 && !all)) return { ok: false, count, tooLong: false };
  if (body.length + count * (replacement.length - find.length) > limits.serverBodyBytes)
    return { ok: false, count, tooLong: true };
  const parts = [0, ...starts.map((start) => start + find.length)].map((from, part) => body.slice(from, starts[part]));
  return { ok: true, text: parts.join(replacement) };
}

/** Half a surrogate pair is no character, and is never found. */
function occurrences(body: string, find: string): number[] {
  const starts: number[] = [];
  if (!find.isWellFormed()) return starts;
  const step = patternSteps(Uint32Array.from({ length: find.length }, (_, at) => find.charCodeAt(at)));
  let matched = 0;
  for (let at = 0; at < body.length; at++) {
    matched = step(matched, body.charCodeAt(at));
    if (matched < find.length) continue;
    starts.push(at + 1 - find.length);
    matched = 0;
  }
  return starts;
}
