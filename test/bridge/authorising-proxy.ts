import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { type Owner, staticToken } from "./executable.ts";

/**
 * Stands before a bridge for clients that cannot send a token: it adds one, and puts the bridge's port in place of its own.
 * @returns its own port
 */
export async function authorisingProxy(owner: Owner, port: number): Promise<number> {
  const proxy = createServer((incoming, answer) => {
    const translated = Object.entries(incoming.headers).map(([name, value]) => [
      name,
      name === "host" || name === "origin" ? String(value).replace(`:${ownPort}`, `:${port}`) : value,
    ]);
    const headers = { ...Object.fromEntries(translated), authorization: `Bearer ${staticToken}` };
    const { method, url: path } = incoming;
    const outgoing = request({ host: "127.0.0.1", port, method, path, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    outgoing.on("error", () => answer.destroy());
    incoming.pipe(outgoing);
  });
  owner.teardown(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const { port: ownPort } = proxy.address() as AddressInfo;
  return ownPort;
}
