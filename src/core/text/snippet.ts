import { limits } from "../limits.ts";

/**
 * The text around a hit, as much of it on both sides as there is room for. Line breaks and control characters are blanks,
 * `…` stands where something is cut off, and no surrogate pair is cut in half. Of a hit that is too long its beginning
 * is shown.
 */
export function snippetAround(text: string, at: number, length: number): string {
  if (text.length <= limits.snippetLength) return onOneLine(text);
  const before = Math.max(0, Math.floor((limits.snippetLength - 2 - length) / 2));
  const start = Math.min(at - before, text.length - limits.snippetLength + 1);
  if (start <= 1) return `${onOneLine(text.slice(0, seam(text, limits.snippetLength - 1, -1)))}…`;
  const isLast = start === text.length - limits.snippetLength + 1;
  const end = isLast ? text.length : seam(text, start + limits.snippetLength - 2, -1);
  return `…${onOneLine(text.slice(seam(text, start, 1), end))}${isLast ? "" : "…"}`;
}

/** A place beside `at` in the direction of `step` if `at` lies within a surrogate pair. */
function seam(text: string, at: number, step: 1 | -1): number {
  return /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1)) ? at + step : at;
}

function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ");
}
