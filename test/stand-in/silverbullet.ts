import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { fileRoutes, type Profile } from "./file-routes.ts";
import { type Reply, send } from "./reply.ts";
import { routes } from "./routes.ts";
import { type Contents, makeSpace, type Space } from "./space.ts";

export interface StandInOptions {
  readonly profile: Profile;
  /** The pages and other files at the beginning. */
  readonly files?: Contents;
  /** What the server brings along, read-only below the files. */
  readonly library?: Contents;
  /** `SB_URL_PREFIX`: begins with a slash and ends without one. */
  readonly prefix?: string;
  readonly readOnly?: boolean;
  /** `SB_USER`. Without it the server is open, token or not. */
  readonly user?: string;
  /** `SB_AUTH_TOKEN`. */
  readonly token?: string;
  readonly onRequest?: OnRequest;
  readonly onReply?: OnReply;
}

/** A request that came in, whole. */
interface StandInRequest {
  readonly method: string;
  /** As it was sent: encoded, with prefix and query. */
  readonly path: string;
  /** The file below `/.fs/`, decoded; "" for the listing, null for any other path. */
  readonly file: string | null;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What a script makes of a request; undefined leaves it to the server. */
type Scripted = Reply | undefined;

/** Before the server looks at a request. What it resolves to is sent instead of the server's answer. */
type OnRequest = (request: StandInRequest) => Scripted | Promise<Scripted>;

/** After the server has acted, before its answer goes out. What it resolves to is sent instead. */
type OnReply = (request: StandInRequest, reply: Reply) => Scripted | Promise<Scripted>;

export interface StandIn {
  /** With the prefix, without a slash at the end. */
  readonly url: string;
  /** The files as another program sees them that has the folder open. */
  readonly files: Space["files"];
  /** Every request so far, in the order in which they were whole. */
  readonly requests: StandInRequest[];
  /** May be set and taken away at any time. */
  onRequest: OnRequest | undefined;
  onReply: OnReply | undefined;
  /** Breaks what is still open. */
  readonly close: () => Promise<void>;
}

/** Starts a SilverBullet of its own on loopback: its file routes over a space in memory, scripted where a test wants it. */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const space = makeSpace(options.files ?? {}, options.library ?? {}, options.readOnly ?? false);
  const router = routes(options, fileRoutes(space, options.profile));
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const standIn: StandIn = {
    url: `http://127.0.0.1:${port}${options.prefix ?? ""}`,
    files: space.files,
    requests: [],
    onRequest: options.onRequest,
    onReply: options.onReply,
    async close() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming).catch(() => null);
    if (body === null) return;
    const { method = "", url: path = "", headers } = incoming;
    const request = { method, path, file: router.file(path), headers, body };
    standIn.requests.push(request);
    send(response, (await standIn.onRequest?.(request)) ?? (await act(request)));
  }

  async function act(request: StandInRequest): Promise<Reply> {
    const reply = router.answer(request);
    return (await standIn.onReply?.(request, reply)) ?? reply;
  }

  return standIn;
}
