import { isLoopback } from "./http/hosts.ts";
import * as kinds from "./setting-kinds.ts";
import type { JwtAuth, Settings, StaticAuth } from "./settings.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings, or one line that names the variable at fault, its value and what is allowed. */
export type SettingsRead =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problem: string };

const prefix = "MCP_SILVERBULLET_";

/** Reads the settings from the environment. A blank variable counts as one that is not set; the first fault is told. */
export function readSettings(env: Environment): SettingsRead {
  const variables = reader(env);
  const { optional } = variables;
  const host = optional("HOST", kinds.hostName) ?? "127.0.0.1";
  const port = optional("PORT", kinds.wholeNumber(0, 65535)) ?? 8000;
  const logLevel = optional("LOG_LEVEL", kinds.logLevel) ?? (optional("DEBUG", kinds.flag) ? "DEBUG" : "INFO");
  const url = optional("SB_URL", kinds.serverUrl) ?? new URL("http://127.0.0.1:3000");
  const auth = readAuth(variables);
  const token = serverToken(env, variables, auth);
  const resource = optional("RESOURCE_URL", kinds.publicUrl);
  const allowedHosts = optional("ALLOWED_HOSTS", kinds.hostNames) ?? [];
  const hydrateEtags = optional("LIST_PAGES_HYDRATE_ETAGS", kinds.flag) ?? false;
  const journalTools = optional("JOURNAL_TOOLS", kinds.flag) ?? false;
  const spacePath = optional("SPACE_PATH", kinds.text);
  if (!isLoopback(host) && allowedHosts.length === 0) variables.fault(openToAll(host));

  const [problem] = variables.faults;
  if (problem !== undefined || auth === null) return { ok: false, problem: problem ?? "" };
  url.pathname = url.pathname.replace(/\/+$/, "");
  const silverbullet = { url, token };
  const rest = { resource, allowedHosts, hydrateEtags, journalTools, spacePath };
  return { ok: true, settings: { host, port, logLevel, silverbullet, auth, ...rest } };
}

function readAuth({ optional, required }: Reader): StaticAuth | JwtAuth | null {
  const mode = optional("AUTH_MODE", kinds.authMode) ?? "jwt";
  if (mode === "static") {
    const token = required("TOKEN", kinds.secret, "in static mode");
    return token === null ? null : { mode, token };
  }
  const issuer = required("JWT_ISSUER", kinds.text, "in jwt mode");
  const audience = required("JWT_AUDIENCE", kinds.text, "in jwt mode");
  const jwksUrl = required("JWT_JWKS_URL", kinds.fetchUrl, "in jwt mode");
  const algorithms = optional("JWT_ALGORITHMS", kinds.algorithms) ?? ["RS256"];
  const leewaySeconds = optional("JWT_LEEWAY_SECONDS", kinds.wholeNumber(0, 3600)) ?? 30;
  if (issuer === null || audience === null || jwksUrl === null) return null;
  return { mode, issuer, audience, jwksUrl, algorithms, leewaySeconds };
}

/** What SilverBullet is sent. Unlike the others, this variable means something when it is empty. */
function serverToken(env: Environment, { optional }: Reader, auth: StaticAuth | JwtAuth | null): string | null {
  if (env[`${prefix}SB_TOKEN`] !== undefined) return optional("SB_TOKEN", kinds.secret);
  return auth?.mode === "static" ? auth.token : null;
}

function openToAll(host: string): string {
  return (
    `${prefix}HOST is ${JSON.stringify(host)}; allowed: a loopback address, or any together with ` +
    `${prefix}ALLOWED_HOSTS, the names that clients reach the bridge by`
  );
}

type Reader = ReturnType<typeof reader>;

/** Reads variables by kind. What is at fault is null, and a line in `faults`. */
function reader(env: Environment) {
  const faults: string[] = [];
  const fault = (line: string): void => void faults.push(line);

  function optional<T>(name: string, kind: kinds.SettingKind<T>): T | null {
    const given = env[prefix + name];
    if (given === undefined || given.trim() === "") return null;
    const value = kind.parse(given);
    if (value === null) fault(badValue(name, given, kind));
    return value;
  }

  function required<T>(name: string, kind: kinds.SettingKind<T>, when: string): T | null {
    if ((env[prefix + name] ?? "").trim() === "") {
      fault(`${prefix}${name} is not set, but required ${when}; allowed: ${kind.allowed}`);
    }
    return optional(name, kind);
  }

  return { faults, fault, optional, required };
}

function badValue(name: string, given: string, kind: kinds.SettingKind<unknown>): string {
  const shown = kind.shown(given);
  const is = shown === null ? "has a value that is not shown here" : `is ${JSON.stringify(shown.slice(0, 200))}`;
  return `${prefix}${name} ${is}; allowed: ${kind.allowed}`;
}
