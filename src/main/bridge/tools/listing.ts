import pagesOutput from "../../../../schemas/space/pages.output.json" with { type: "json" };
import { limits } from "../../../core/limits.ts";
import { inOrder } from "../../shared/in-order.ts";
import type { Pages } from "../pages/pages.ts";
import { readPage } from "../pages/store.ts";
import type { ListedFile } from "../silverbullet/answers.ts";
import { type BridgeTool, bridgeTool } from "../tool.ts";

/** @param hydrate whether each row gets its etag, at the cost of a request each */
export function listingTools({ server }: Pages, hydrate: boolean): BridgeTool[] {
  return [
    bridgeTool({
      name: "list_pages",
      title: "List pages",
      description:
        "Lists the space's pages by name; prefix and contains narrow the list, case-sensitively. It looks at names only: " +
        "the text of pages is searched by search_pages, where that is enabled.",
      effect: "reads",
      idempotent: true,
      output: pagesOutput,
      async run({ prefix = "", contains = "" }, signal) {
        const listed = await server.list();
        if (!listed.ok) return listed;
        const files = listed.value.filter(
          ({ name }) => isPage(name) && name.startsWith(prefix) && name.includes(contains),
        );
        files.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
        const etags = hydrate ? await etagsOf({ server }, files, signal) : null;
        return { ok: true, value: { result: files.map((file, at) => rowOf(file, etags?.[at] ?? null)) } };
      },
    }),
  ];
}

/** The listing has images and code as well. */
function isPage(name: string): boolean {
  return name.endsWith(".md");
}

/** One etag a file, null where it could not be had. */
async function etagsOf(
  { server }: Pick<Pages, "server">,
  files: readonly ListedFile[],
  signal: AbortSignal,
): Promise<(string | null)[]> {
  const etags: (string | null)[] = [];
  const work = async ({ name }: ListedFile): Promise<string | null> => {
    const read = signal.aborted ? null : await readPage(server, name);
    return read?.ok ? read.value.etag : null;
  };
  for await (const etag of inOrder(files, limits.listWidth, work)) etags.push(etag);
  return etags;
}

function rowOf({ name, sizeBytes, lastModifiedMs, createdMs }: ListedFile, etag: string | null) {
  return { name, etag, size_bytes: sizeBytes, last_modified_ms: lastModifiedMs, created_ms: createdMs };
}
