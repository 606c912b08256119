import { setTimeout } from "node:timers/promises";
import { Agent } from "undici";
import { limits } from "../../../core/limits.ts";
import { encodePath } from "../../../core/space/page-name.ts";
import { type SpaceRefused, spaceRefused } from "../../../core/space/refusal.ts";
import {
  type Answer,
  type FileBody,
  type FileMeta,
  type Headers,
  isFileAnswer,
  type ListedFile,
  readListing,
  readMeta,
} from "./answers.ts";
import { credentialsOf } from "./credentials.ts";
import { failureOf } from "./failures.ts";
import { shownUrl } from "./shown-url.ts";

/** What a write asks of the file that it replaces, on servers that know etags; others ignore it. */
export type Precondition = { readonly "if-match": string } | { readonly "if-none-match": "*" } | Record<never, never>;

/** The file API of one SilverBullet server. Names are those of files. */
export interface SilverBullet {
  list(): Promise<Answer<readonly ListedFile[]>>;
  /** Asks for a file without its body. A folder answers as well. */
  look(file: string): Promise<Answer<FileMeta>>;
  read(file: string): Promise<Answer<FileBody>>;
  write(file: string, bytes: Uint8Array, precondition: Precondition): Promise<Answer<FileMeta>>;
  remove(file: string, precondition: Precondition): Promise<Answer<null>>;
  close(): Promise<void>;
}

/** Where the server is, and how it is asked. */
export interface SilverBulletOptions {
  /** Its path is a prefix of all others. */
  readonly url: URL;
  /** Null when none is sent. */
  readonly token: string | null;
  /** How long one answer may take in all. */
  readonly answerMs?: number;
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

type Method = "GET" | "PUT" | "DELETE";

/** Opens a pool of connections that are kept alive. Nothing is sent yet. */
export function silverBullet({ url, token, answerMs = limits.answerMs }: SilverBulletOptions): SilverBullet {
  const agent = new Agent({
    connections: limits.serverConnections,
    connect: { timeout: limits.connectMs },
    headersTimeout: limits.readMs,
    bodyTimeout: limits.readMs,
    maxResponseSize: limits.serverBodyBytes,
  });
  const prefix = url.pathname.replace(/\/$/, "");
  const authorization = authorizationOf(url, token);

  /** Sends one request. A connection that was closed while it was idle is no failure of a request that changes nothing. */
  async function send(method: Method, path: string, headers: object, body: Uint8Array | null): Promise<Answer<Reply>> {
    for (let attempt = 0; ; attempt++) {
      try {
        const reply = await agent.request({
          origin: url.origin,
          path: `${prefix}/.fs${path}`,
          method,
          headers: { ...authorization, ...headers },
          body,
          signal: AbortSignal.timeout(answerMs),
        });
        const bytes = Buffer.from(await reply.body.arrayBuffer());
        return { ok: true, value: { status: reply.statusCode, headers: reply.headers, body: bytes } };
      } catch (error) {
        const code = codeOf(error);
        if (method === "GET" && attempt === 0 && (code === "UND_ERR_SOCKET" || code === "ECONNRESET")) continue;
        return unanswered(code);
      }
    }
  }

  function unanswered(code: string): SpaceRefused {
    if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") return spaceRefused("BAD_ANSWER", { problem: "it is too large" });
    if (timeouts.includes(code)) return spaceRefused("TIMEOUT", {});
    return spaceRefused("UNREACHABLE", { address: shownUrl(url) });
  }

  /** Sends a request about one file. */
  async function ask(
    method: Method,
    file: string,
    headers: object = {},
    body: Uint8Array | null = null,
  ): Promise<Answer<Reply>> {
    const answer = await send(method, `/${encodePath(file)}`, headers, body);
    if (!answer.ok) return answer;
    const { status, headers: got, body: bytes } = answer.value;
    if (status < 200 || status > 299) return failureOf(status, got, bytes, file);
    if (!isFileAnswer(got)) return spaceRefused("BAD_ANSWER", { problem: "it is a web page and no file" });
    // Neither was asked for, and an edit would write back what it was given.
    if (status === 206 || got["content-encoding"] !== undefined) {
      return spaceRefused("BAD_ANSWER", { problem: "it is a part of a file, or compressed" });
    }
    return answer;
  }

  async function list(): Promise<Answer<readonly ListedFile[]>> {
    const answer = await send("GET", "", { "x-sync-mode": "1" }, null);
    if (!answer.ok) return answer;
    const { status, headers, body } = answer.value;
    if (status === 404) return spaceRefused("BAD_ANSWER", { problem: "there is no list of pages at its address" });
    if (status !== 200) return failureOf(status, headers, body, "/.fs");
    const rows = readListing(body);
    return rows === null
      ? spaceRefused("BAD_ANSWER", { problem: "the list of pages is not an array of files" })
      : { ok: true, value: rows };
  }

  async function look(file: string): Promise<Answer<FileMeta>> {
    const answer = await ask("GET", file, { "x-get-meta": "1" });
    return answer.ok ? { ok: true, value: readMeta(answer.value.headers) } : answer;
  }

  /**
   * A file that is being written may be seen in part: its size is then another than its headers say, or it is empty. A
   * part is never taken for the file, since edits write back what they read. A file is believed to be empty when it stays
   * so, and nobody has written it meanwhile.
   */
  async function read(file: string): Promise<Answer<FileBody>> {
    let since: number | null | undefined;
    for (let attempt = 1; ; attempt++) {
      const answer = await ask("GET", file);
      if (!answer.ok) return answer;
      const { headers, body } = answer.value;
      const meta = readMeta(headers);
      since = attempt === 1 ? meta.lastModifiedMs : since;
      const isWhole = meta.sizeBytes === null || meta.sizeBytes === body.length;
      const isLast = attempt === limits.readAttempts;
      const isSure = body.length > 0 || (isLast && meta.lastModifiedMs === since);
      if (isWhole && isSure) return { ok: true, value: { ...meta, bytes: body } };
      if (isLast) return spaceRefused("PAGE_UNSETTLED", { page: file });
      await setTimeout(limits.unsettledMs * attempt);
    }
  }

  async function write(file: string, bytes: Uint8Array, precondition: Precondition): Promise<Answer<FileMeta>> {
    const answer = await ask("PUT", file, { "content-type": "text/markdown", ...precondition }, bytes);
    return answer.ok ? { ok: true, value: readMeta(answer.value.headers) } : answer;
  }

  async function remove(file: string, precondition: Precondition): Promise<Answer<null>> {
    const answer = await ask("DELETE", file, precondition);
    return answer.ok ? { ok: true, value: null } : answer;
  }

  return { list, look, read, write, remove, close: () => agent.close() };
}

const timeouts: readonly string[] = [
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "TimeoutError",
];

function codeOf(error: unknown): string {
  const { name, code = "" } = error as { readonly name?: string; readonly code?: string };
  // A signal's error has a number for a code.
  return name === "TimeoutError" ? name : code;
}

/** The token goes before credentials in the address. */
function authorizationOf(url: URL, token: string | null): { authorization?: string } {
  if (token !== null) return { authorization: `Bearer ${token}` };
  const credentials = credentialsOf(url);
  if (credentials === null) return {};
  const pair = `${credentials.user}:${credentials.password}`;
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}
