import { limits } from "../../../core/limits.ts";
import { type SpaceRefused, spaceRefused } from "../../../core/space/refusal.ts";
import { type Headers, readMeta } from "./answers.ts";

/** The refusal of an answer that is no success. `page` is the file that was asked for. */
export function failureOf(status: number, headers: Headers, body: Buffer, page: string): SpaceRefused {
  switch (status) {
    case 404:
      return spaceRefused("PAGE_NOT_FOUND", { page });
    case 412:
      return spaceRefused("PRECONDITION_FAILED", { page, current_etag: readMeta(headers).etag });
    case 413:
      return spaceRefused("SERVER_BODY_TOO_LARGE", {});
    case 401:
      return spaceRefused("UNAUTHORIZED", {});
    case 403:
      return spaceRefused("FORBIDDEN", { why: whyForbidden(body.toString()) });
    default:
      return spaceRefused("SERVER_ERROR", { status, hint: cloudflareHint(headers, body) });
  }
}

function whyForbidden(text: string): "read_only" | "insufficient_access" | "unknown" {
  if (/read-only/i.test(text)) return "read_only";
  return /insufficient access/i.test(text) ? "insufficient_access" : "unknown";
}

/** Of the JSON that Cloudflare answers with, what helps; null when it is no such answer. */
function cloudflareHint(headers: Headers, body: Buffer): string | null {
  if (body.length > limits.failureBytes) return null;
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { retry_after, error_code, title } = value as Record<string, unknown>;
  const hint = Object.entries({
    retry_after: numeric(retry_after ?? headers["retry-after"]),
    error_code: numeric(error_code),
    title,
  }).filter(([, member]) => typeof member === "number" || (typeof member === "string" && member !== ""));
  const isCloudflares = error_code !== undefined || "cloudflare_error" in value;
  return isCloudflares && hint.length > 0 ? JSON.stringify(Object.fromEntries(hint)) : null;
}

function numeric(member: unknown): unknown {
  return typeof member === "string" && /^\d{1,15}$/.test(member) ? Number(member) : member;
}
