import inputSchema from "../../../schemas/write-page.input.json" with { type: "json" };
import outputSchema from "../../../schemas/write-page.output.json" with { type: "json" };
import { advertised } from "../shared/advertised.ts";
import type { Tool } from "../shared/tools.ts";
import { reply } from "./reply.ts";
import { type Scribe, writePage } from "./write-page.ts";

export const instructions = `wyrd-scribe creates Markdown pages that carry proof of where their statements come from. It is a tier A server: create-only. It never overwrites, renames or deletes a page, and it has no tool that queries lineage.

Call write_page with the page's path, its content and the sources it draws on. Paths of page and sources are relative to the granted folder, with / between the parts. Cite each passage by quote (exact text that occurs once in the source), by offset and length (bytes), or by both. Every citation is checked against the source's bytes before anything is written; a citation that does not hold is refused and nothing is written.

Refused among others: a path that exists, leads out of the folder, goes through a link, lies under Arc/ or .wyrd/, or does not end in .md or .markdown; a folder without a .wyrd directory. A refusal has ok false, a stable code in reason, what to do in detail, and in at the argument at fault.

If reason is PAGE_WRITTEN_LEDGER_FAILED, the page was created but its record is not in the ledger: do not write the page again; keep the record from the result and tell the person.`;

const description =
  "Creates one Markdown page in the granted folder and appends a record of its lineage to the folder's ledger. " +
  "Tier A, create-only: an existing path is refused (EXISTS), and so are paths under Arc/ and .wyrd/, links on the way, " +
  "and names that do not end in .md or .markdown. path and source are relative to the granted folder with / between " +
  "the parts. Each span cites a passage of a source by quote (exact text that occurs once), by offset and length in " +
  "bytes, or by all three; every span is checked against the file's bytes and nothing is written if one does not hold. " +
  "If appending to the ledger fails, the page stays and the result is PAGE_WRITTEN_LEDGER_FAILED with the record: do " +
  "not write the page again.";

/** The one tool of the scribe. */
export function writePageTool(scribe: Scribe): Tool {
  return {
    definition: {
      name: "write_page",
      title: "Create a page with lineage",
      description,
      inputSchema: advertised(inputSchema),
      outputSchema: advertised(outputSchema),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    async call(args, { signal, progress }) {
      const outcome = await writePage(scribe, args, signal, progress);
      return outcome.kind === "aborted" ? null : reply(outcome);
    },
  };
}
