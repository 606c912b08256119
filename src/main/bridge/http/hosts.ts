import type { RequestHandler } from "express";

/** Which names a request may use for the bridge, and which pages of a browser may send it. */
export interface HostRules {
  allowsHost(host: string): boolean;
  allowsOrigin(origin: string): boolean;
}

interface Authority {
  readonly name: string;
  readonly port: number | null;
}

/**
 * The rules of a bridge that listens on this host and port: loopback names with its own port or none, and the allowed
 * names, where one without a port stands for every port, and a request without a port for port 443.
 */
export function hostRules(host: string, port: number, allowedHosts: readonly string[]): HostRules {
  const own = isLoopback(host) ? [host.includes(":") ? `[${host}]` : host.toLowerCase()] : [];
  const loopback = new Set(["127.0.0.1", "localhost", "[::1]", ...own]);
  const extra = allowedHosts.flatMap((text) => readAuthority(text) ?? []);

  function isLocal(given: Authority): boolean {
    return loopback.has(given.name) && (given.port === null || given.port === port);
  }

  function isExtra({ name, port: given }: Authority): boolean {
    return extra.some((entry) => entry.name === name && (entry.port === null || entry.port === (given ?? 443)));
  }

  return {
    allowsHost(text) {
      const given = readAuthority(text);
      return given !== null && (isLocal(given) || isExtra(given));
    },
    allowsOrigin(text) {
      const [, scheme, rest = ""] = /^(https?):\/\/(.*)$/i.exec(text) ?? [];
      const given = readAuthority(rest);
      if (given === null) return false;
      return scheme?.toLowerCase() === "http" ? isLocal(given) : isExtra(given);
    },
  };
}

/** Refuses what a page of another site could make a browser send (DNS rebinding). */
export function checkHost(rules: HostRules): RequestHandler {
  return (request, response, next) => {
    const [host, ...more] = request.headersDistinct.host ?? [];
    // A target that names a host of its own goes before the header.
    const isPlain = request.url.startsWith("/") && more.length === 0;
    if (!isPlain || host === undefined || !rules.allowsHost(host)) {
      response.status(421).json({ error: "host_not_allowed", error_description: hostFault });
      return;
    }
    const { origin } = request.headers;
    if (origin !== undefined && !rules.allowsOrigin(origin)) {
      response.status(403).json({ error: "origin_not_allowed", error_description: originFault });
      return;
    }
    next();
  };
}

/** Whether an address or a name is reached from this machine only. */
export function isLoopback(host: string): boolean {
  return /^(127(\.\d{1,3}){3}|::1|localhost)$/i.test(host);
}

const hostFault = "The Host header names no host of this bridge; see MCP_SILVERBULLET_ALLOWED_HOSTS";
const originFault = "The Origin header names no host of this bridge; see MCP_SILVERBULLET_ALLOWED_HOSTS";

/** Reads a name or an address in brackets, with a port or without; null when it is none. */
export function readAuthority(text: string): Authority | null {
  const [, name, port] = /^([a-z0-9][a-z0-9._-]*|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(text) ?? [];
  return name === undefined ? null : { name: name.toLowerCase(), port: port === undefined ? null : Number(port) };
}
