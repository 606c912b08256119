import { isUtf8 } from "node:buffer";
import { type SpaceRefused, spaceRefused } from "../../../core/space/refusal.ts";
import type { Answer, FileMeta } from "../silverbullet/answers.ts";
import type { Precondition, SilverBullet } from "../silverbullet/client.ts";

/**
 * A page as it was read. `etag` is made of the bytes, which is what the server's own is made of too; its own may be that
 * of an earlier version, since it is kept by size and time.
 */
export interface StoredPage {
  readonly file: string;
  readonly bytes: Buffer;
  readonly etag: string;
  /** Whether the server knows etags, so that it will hold a write to them. */
  readonly serverKnowsEtags: boolean;
  readonly meta: FileMeta;
}

/** What a write made of a page, in the form that tools return it. */
export interface WrittenPage {
  readonly name: string;
  readonly etag: string;
  readonly size_bytes: number;
  readonly last_modified_ms: number | null;
  readonly created_ms: number | null;
}

/** Reads the page of this file name. */
export async function readPage(server: SilverBullet, file: string): Promise<Answer<StoredPage>> {
  const answer = await server.read(file);
  if (!answer.ok) return answer;
  const { bytes, ...meta } = answer.value;
  const etag = await etagOf(bytes);
  return { ok: true, value: { file, bytes, etag, serverKnowsEtags: meta.etag !== null, meta } };
}

/** The etag of bytes, in the form of SilverBullet's own. The digest is made by another thread. */
async function etagOf(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return `"sha256:${Buffer.from(digest).toString("hex")}"`;
}

/** The precondition that the page is still the version that was read; none for a server that knows none. */
export function unchanged({ etag, serverKnowsEtags }: StoredPage): Precondition {
  return serverKnowsEtags ? { "if-match": etag } : {};
}

/**
 * Whether a page on a server without etags has the size and time that it was read with: a part of a file that is being
 * written may look whole. Other servers find out themselves.
 */
export async function isUntouched(server: SilverBullet, page: StoredPage): Promise<boolean> {
  if (page.serverKnowsEtags) return true;
  const now = await server.look(page.file);
  if (!now.ok) return true;
  const { sizeBytes, lastModifiedMs } = page.meta;
  return now.value.sizeBytes === sizeBytes && now.value.lastModifiedMs === lastModifiedMs;
}

/** A page's text; a page that is not UTF-8 is refused, because written back it would be damaged. */
export function textOf({ file, bytes }: StoredPage): Answer<string> {
  return isUtf8(bytes) ? { ok: true, value: bytes.toString() } : spaceRefused("NOT_TEXT", { page: file });
}

/** Whether `if_match` names one version of a page; null and `*` name any. */
export function namesVersion(ifMatch: string | null): ifMatch is string {
  return ifMatch !== null && ifMatch !== "*";
}

/** Refuses a page that is not the version that `if_match` names; null when it is. */
export function versionFault({ file, etag }: StoredPage, ifMatch: string | null): SpaceRefused | null {
  if (!namesVersion(ifMatch) || ifMatch === etag) return null;
  return spaceRefused("PRECONDITION_FAILED", { page: file, current_etag: etag });
}

/** What a write made of a file, from the headers of its answer where they say it. */
export async function writtenPage(file: string, bytes: Uint8Array, meta: FileMeta): Promise<WrittenPage> {
  return {
    name: file,
    etag: await etagOf(bytes),
    size_bytes: bytes.length,
    last_modified_ms: meta.lastModifiedMs,
    created_ms: meta.createdMs,
  };
}

/** A page that stands as it was read. */
export function standingPage({ file, bytes, etag, meta }: StoredPage): WrittenPage {
  return {
    name: file,
    etag,
    size_bytes: bytes.length,
    last_modified_ms: meta.lastModifiedMs,
    created_ms: meta.createdMs,
  };
}
