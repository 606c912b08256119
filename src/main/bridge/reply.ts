import type { SpaceRefusal } from "../../core/space/refusal.ts";
import type { ToolResult } from "../shared/tools.ts";
import { nextCallOf } from "./next-call.ts";
import type { Outcome } from "./tool.ts";
import { messageOf } from "./words.ts";

/** The tool result of a call's outcome: as text and, the same, as structured content. */
export function reply(tool: string, outcome: Outcome, isContended: boolean): ToolResult {
  if (outcome.ok) {
    return {
      content: [{ type: "text", text: JSON.stringify(outcome.value) }],
      structuredContent: outcome.value as Record<string, unknown>,
    };
  }
  const { refusal } = outcome;
  const message = `${messageOf(refusal)}${isContended ? " [concurrent_edit_hint: true]" : ""}`;
  return {
    content: [{ type: "text", text: `Error executing tool ${tool}: ${message}` }],
    structuredContent: { code: refusal.code, message, ...factsOf(refusal), ...nextOf(refusal) },
    isError: true,
  };
}

/** What a caller can use of a refusal's facts. */
function factsOf({ facts }: SpaceRefusal): object {
  const shown = ["page", "old", "current_etag", "written_etag", "status"];
  return Object.fromEntries(Object.entries(facts).filter(([name, fact]) => shown.includes(name) && fact !== null));
}

function nextOf(refusal: SpaceRefusal): object {
  const next = nextCallOf(refusal);
  return next === null ? {} : { next_call: next };
}
