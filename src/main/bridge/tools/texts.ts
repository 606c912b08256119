import { limits } from "../../../core/limits.ts";
import { type SpaceRefused, spaceRefused } from "../../../core/space/refusal.ts";
import { utf8Length } from "../../../core/text/utf8.ts";

/** What is wrong with the texts of a call, by the names of their arguments; null when nothing is. */
export function textFault(texts: Readonly<Record<string, string | undefined>>): SpaceRefused | null {
  for (const [argument, text = ""] of Object.entries(texts)) {
    if (!text.isWellFormed()) {
      return spaceRefused("BAD_INPUT", {
        problem: `${argument} must not hold a lone surrogate, which is no character`,
      });
    }
    const bytes = utf8Length(text);
    if (bytes > limits.callTextBytes) return spaceRefused("BODY_TOO_LARGE", { bytes });
  }
  return null;
}

/** Refuses a text that says nothing. */
export function blankFault(argument: string, text: string): SpaceRefused | null {
  return text.trim() === "" ? spaceRefused("BAD_INPUT", { problem: `${argument} must not be empty` }) : null;
}
