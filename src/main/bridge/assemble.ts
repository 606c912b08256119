import type { Resources } from "../shared/mcp-http.ts";
import { openReaders } from "../shared/ports.ts";
import { rpcCodes, type Tool } from "../shared/tools.ts";
import { type Gate, openGate } from "./gated/gate.ts";
import { gatedTools, spaceTasks } from "./gated/tools.ts";
import type { Log } from "./log.ts";
import { locks } from "./pages/locks.ts";
import type { Pages } from "./pages/pages.ts";
import type { Settings } from "./settings.ts";
import { silverBullet } from "./silverbullet/client.ts";
import { toolTable } from "./tool-table.ts";
import { editingTools } from "./tools/editing.ts";
import { listingTools } from "./tools/listing.ts";
import { isCallersFault, pageTemplate, readPageResource } from "./tools/page-resource.ts";
import { readingTools } from "./tools/reading.ts";
import { taskTools } from "./tools/tasks.ts";
import { writingTools } from "./tools/writing.ts";
import { messageOf } from "./words.ts";

/** What clients are offered. */
export interface Offered {
  readonly tools: readonly Tool[];
  readonly resources: Resources;
}

/** Builds what the settings ask for. The tools behind the gate are left out when the space cannot be read. */
export async function assemble(settings: Settings, log: Log): Promise<Offered> {
  const pages: Pages = { server: silverBullet(settings.silverbullet), locks: locks() };
  const gate = await wantedGate(settings, log);
  const tools = toolTable([
    ...readingTools(pages),
    ...writingTools(pages),
    ...editingTools(pages),
    ...listingTools(pages, settings.hydrateEtags),
    ...taskTools(pages, gate && ((prefix, signal) => spaceTasks(gate, prefix, signal))),
    ...(gate === null ? [] : gatedTools(gate)),
  ]);
  return { tools, resources: pageResources(pages) };
}

/** The gate, or null with a line in the log when it is wanted but cannot be opened. */
async function wantedGate({ journalTools, spacePath }: Settings, log: Log): Promise<Gate | null> {
  if (!journalTools) return null;
  const opened =
    spacePath === null
      ? { ok: false as const, problem: "MCP_SILVERBULLET_SPACE_PATH is not set" }
      : await openGate(spacePath, openReaders({ onFailure: log.failure }));
  if (opened.ok) return opened.gate;
  log.event(
    "WARNING",
    `MCP_SILVERBULLET_JOURNAL_TOOLS is on, but ${opened.problem}; running without the journal tools`,
  );
  return null;
}

function pageResources(pages: Pages): Resources {
  return {
    templates: [pageTemplate],
    async read(uri) {
      const page = await readPageResource(pages, uri);
      if (page.ok) return { ok: true, contents: [{ uri, mimeType: pageTemplate.mimeType, text: page.value }] };
      const code = isCallersFault(page.refusal) ? rpcCodes.invalidParams : rpcCodes.internalError;
      return { ok: false, code, message: messageOf(page.refusal) };
    },
  };
}
