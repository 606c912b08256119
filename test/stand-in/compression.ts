import type { IncomingHttpHeaders } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Answer } from "./reply.ts";

const leastBytes = 32;

/** An answer whose body the server compresses for a client that takes it. The length goes, the etag stays. */
export function compressible(answer: Answer & { readonly body: Buffer }, headers: IncomingHttpHeaders): Answer {
  const type = answer.headers?.["Content-Type"] ?? "";
  if (answer.body.length < leastBytes || type.startsWith("image/")) return answer;
  const { Vary: vary, "Accept-Ranges": ranges, ...others } = answer.headers ?? {};
  const kept = { ...others, Vary: vary === undefined ? "accept-encoding" : `${vary}, accept-encoding` };
  const accepted = headers["accept-encoding"]?.toString() ?? "";
  const encoding = ["br", "gzip"].find((name) => accepted.includes(name));
  if (encoding === undefined) {
    return { ...answer, headers: ranges === undefined ? kept : { ...kept, "Accept-Ranges": ranges } };
  }
  const body = encoding === "br" ? brotliCompressSync(answer.body) : gzipSync(answer.body);
  return { ...answer, headers: { ...kept, "Content-Encoding": encoding }, body, chunked: true };
}
