import diffOutput from "../../../../schemas/space/diff.output.json" with { type: "json" };
import existsOutput from "../../../../schemas/space/exists.output.json" with { type: "json" };
import pageOutput from "../../../../schemas/space/page.output.json" with { type: "json" };
import { type PageName, readPageName } from "../../../core/space/page-name.ts";
import { spaceRefused } from "../../../core/space/refusal.ts";
import { unifiedDiff } from "../../../core/text/unified-diff.ts";
import { findFile, findText, newFile } from "../pages/find.ts";
import type { Pages } from "../pages/pages.ts";
import type { StoredPage } from "../pages/store.ts";
import type { Answer } from "../silverbullet/answers.ts";
import { type BridgeTool, bridgeTool } from "../tool.ts";
import { pageResult, resolved } from "./results.ts";
import { textFault } from "./texts.ts";

/** Reads the page of a name as the caller gave it: what `read_page` returns. */
export async function readNamed({ server }: Pages, given: string): Promise<Answer<object>> {
  const read = readPageName(given, "name");
  if (!read.ok) return read;
  const found = await findText(server, read.name);
  return found.ok ? { ok: true, value: pageResult(read.name, found.value) } : found;
}

/** The tools that look at pages. */
export function readingTools(pages: Pages): BridgeTool[] {
  const { server } = pages;
  return [
    bridgeTool({
      name: "read_page",
      title: "Read page",
      description: "Reads a page's Markdown source, with its etag for a later write.",
      effect: "reads",
      idempotent: true,
      output: pageOutput,
      async run(input) {
        return readNamed(pages, input.name);
      },
    }),
    bridgeTool({
      name: "page_exists",
      title: "Page exists",
      description: "Tells whether a page exists. A server that cannot tell is an error, not a no.",
      effect: "reads",
      idempotent: true,
      output: existsOutput,
      async run(input) {
        const read = readPageName(input.name, "name");
        if (!read.ok) return read;
        const found = await findFile(server, read.name);
        if (!found.ok) return found;
        const file = found.value ?? newFile(read.name);
        return { ok: true, value: { result: found.value !== null, ...resolved(read.name, file) } };
      },
    }),
    bridgeTool({
      name: "diff_pages",
      title: "Compare pages",
      description:
        "Compares a page with another page (other_name) or with a text (other_body) and returns a unified diff with " +
        "three lines of context, empty when both are the same.",
      effect: "reads",
      idempotent: true,
      output: diffOutput,
      async run({ name, other_name, other_body }) {
        if ((other_name === undefined) === (other_body === undefined)) {
          return spaceRefused("BAD_INPUT", { problem: "pass exactly one of other_name or other_body" });
        }
        const fault = textFault({ other_body });
        if (fault !== null) return fault;
        const read = readPageName(name, "name");
        if (!read.ok) return read;
        const other = other_name === undefined ? null : readPageName(other_name, "other_name");
        if (other !== null && !other.ok) return other;
        return compare(pages, read.name, other === null ? (other_body ?? "") : other.name);
      },
    }),
  ];
}

type Comparison = { readonly diff: string; readonly name: object; readonly other: object | null };

async function compare({ server }: Pages, name: PageName, other: PageName | string): Promise<Answer<Comparison>> {
  const left = await findText(server, name);
  if (!left.ok) return left;
  const page = left.value;
  if (typeof other === "string") {
    const diff = unifiedDiff(page.bytes.toString(), other, page.file, "other_body");
    return { ok: true, value: { diff, name: comparedPage(name, page), other: null } };
  }
  const right = await findText(server, other);
  if (!right.ok) return right;
  const { file, bytes } = right.value;
  const diff = unifiedDiff(page.bytes.toString(), bytes.toString(), page.file, file);
  return { ok: true, value: { diff, name: comparedPage(name, page), other: comparedPage(other, right.value) } };
}

function comparedPage(name: PageName, page: StoredPage): object {
  return { name: page.file, ...pageResult(name, page) };
}
