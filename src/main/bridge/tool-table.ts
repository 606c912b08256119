import { check, spaceInputSchemas } from "../../core/space/contract.ts";
import { spaceRefused } from "../../core/space/refusal.ts";
import { advertised } from "../shared/advertised.ts";
import type { Tool } from "../shared/tools.ts";
import { contended } from "./contended.ts";
import { reply } from "./reply.ts";
import type { BridgeTool, Outcome } from "./tool.ts";

/** The tools as clients see and call them. */
export function toolTable(rows: readonly BridgeTool[]): readonly Tool[] {
  const noteRefusal = contended();
  return rows.map((row) => ({
    definition: {
      name: row.name,
      title: row.title,
      description: row.description,
      inputSchema: advertised(spaceInputSchemas[row.name]),
      outputSchema: advertised(row.output),
      annotations: {
        title: row.title,
        readOnlyHint: row.effect === "reads",
        destructiveHint: row.effect === "changes",
        idempotentHint: row.idempotent,
        openWorldHint: false,
      },
    },
    async call(args, { signal }) {
      const outcome = await run(row, args, signal);
      if (outcome === null) return null;
      return reply(row.name, outcome, isContended(outcome));
    },
  }));

  function isContended(outcome: Outcome): boolean {
    if (outcome.ok || outcome.refusal.code !== "PRECONDITION_FAILED") return false;
    return noteRefusal(outcome.refusal.facts.page, performance.now());
  }
}

async function run(row: BridgeTool, args: unknown, signal: AbortSignal): Promise<Outcome | null> {
  const verdict = check(row.name, args);
  return verdict.ok ? row.run(verdict.value, signal) : spaceRefused("BAD_INPUT", { problem: verdict.problem });
}
