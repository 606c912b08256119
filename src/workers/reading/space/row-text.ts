import { limits } from "../../../core/limits.ts";
import { cutUtf8 } from "../../../core/text/utf8.ts";

/** Text of a page for a row of an answer: a copy of its beginning. A mere part would keep the whole page in memory. */
export function rowText(text: string): string {
  const bytes = Buffer.from(text.slice(0, limits.rowTextBytes));
  return Buffer.from(cutUtf8(bytes, limits.rowTextBytes)).toString();
}
