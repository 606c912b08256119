import type { SpaceInputs } from "../../core/space/contract.ts";
import type { SpaceRefused } from "../../core/space/refusal.ts";

/** What a tool made of a call. The value is the structured content, as the output schema says. */
export type Outcome = { readonly ok: true; readonly value: object } | SpaceRefused;

/** A tool of the bridge: a row of a table, which `tool-table.ts` turns into what clients see and call. */
export interface BridgeTool<Name extends keyof SpaceInputs = keyof SpaceInputs> {
  readonly name: Name;
  readonly title: string;
  readonly description: string;
  /** What the tool truly does: looks only, adds, or may change or remove what is there. */
  readonly effect: "reads" | "adds" | "changes";
  /** Whether calling it again with the same arguments does nothing more. */
  readonly idempotent: boolean;
  /** The output schema file's content. */
  readonly output: { readonly type: string };
  /** Carries out a call whose arguments passed the input schema. Null when it was aborted. */
  run(input: SpaceInputs[Name], signal: AbortSignal): Promise<Outcome | null>;
}

/** A tool whose own row knows its input; in the table all are alike. */
export function bridgeTool<Name extends keyof SpaceInputs>(tool: BridgeTool<Name>): BridgeTool {
  return tool as unknown as BridgeTool;
}
