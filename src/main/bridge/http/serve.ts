import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { limits } from "../../../core/limits.ts";
import type { HttpService } from "../../shared/mcp-http.ts";
import type { Log } from "../log.ts";
import { bridgeName } from "../name.ts";
import type { Settings } from "../settings.ts";
import { shownUrl } from "../silverbullet/shown-url.ts";
import { bridgeApp } from "./app.ts";
import { countConnections } from "./connections.ts";
import { answerStrangeBytes } from "./strange-bytes.ts";

export type Started =
  | { readonly ok: true /** Stops accepting and lets the rest finish. */; stop(): Promise<void> }
  | { readonly ok: false; readonly problem: string };

/** Listens where the settings say, and serves the endpoint and what belongs to it. */
export async function serveHttp(settings: Settings, service: HttpService, log: Log): Promise<Started> {
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: limits.keepAliveMs });
  const connections = countConnections(server);
  answerStrangeBytes(server, connections, log);
  const problem = await listen(server, settings);
  if (problem !== null) return { ok: false, problem };

  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://${authority(settings.host, port)}/mcp`);
  // No connection is accepted before this function has returned to the event loop.
  server.on("request", bridgeApp({ settings, service, log, port, resource: settings.resource ?? url }));
  const { silverbullet, auth, logLevel } = settings;
  const how = `SB ${shownUrl(silverbullet.url)}, auth=${auth.mode}, log=${logLevel}`;
  log.announce(`${bridgeName} listening on ${url} (${how})`);
  return { ok: true, stop: connections.stop };
}

/** Gives what keeps it from listening, or null. */
async function listen(server: Server, { host, port }: Settings): Promise<string | null> {
  try {
    server.listen({ host, port });
    await once(server, "listening");
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return `cannot listen on ${authority(host, port)}: ${problems[code] ?? code}`;
  }
}

const problems: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is taken; set MCP_SILVERBULLET_PORT to another one",
  EADDRNOTAVAIL: "this machine has no such address; set MCP_SILVERBULLET_HOST to one of its own",
  ENOTFOUND: "the name is not known; set MCP_SILVERBULLET_HOST to an address of this machine",
  EACCES: "this user may not; set MCP_SILVERBULLET_PORT to a port above 1023",
};

function authority(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
