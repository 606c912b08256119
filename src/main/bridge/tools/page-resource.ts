import { type SpaceRefusal, spaceRefused } from "../../../core/space/refusal.ts";
import type { Pages } from "../pages/pages.ts";
import type { Answer } from "../silverbullet/answers.ts";
import { readNamed } from "./reading.ts";

const prefix = "silverbullet://page/";

/** The resource template: each page is a resource. */
export const pageTemplate = {
  uriTemplate: `${prefix}{name}`,
  name: "page",
  title: "SilverBullet page",
  description: "A page's Markdown source with its etag, as JSON. Parts of the name are separated by / or %2F.",
  mimeType: "application/json",
} as const;

/** Reads the page that a resource's URI names, as the JSON of `read_page`. */
export async function readPageResource(pages: Pages, uri: string): Promise<Answer<string>> {
  const given = uri.startsWith(prefix) ? decoded(uri.slice(prefix.length)) : null;
  if (given === null) {
    return spaceRefused("BAD_INPUT", { problem: `the URI is not ${pageTemplate.uriTemplate}, percent-encoded` });
  }
  const page = await readNamed(pages, given);
  return page.ok ? { ok: true, value: JSON.stringify(page.value) } : page;
}

/** Whether a refusal is a matter of the URI, and not of the server. */
export function isCallersFault({ code }: SpaceRefusal): boolean {
  return code === "BAD_INPUT" || code === "BAD_NAME" || code === "PAGE_NOT_FOUND";
}

function decoded(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
