/** How the bridge was told to run. Made by `readSettings` from the environment; everything is checked by then. */
export interface Settings {
  /** Without brackets, also when it is an IPv6 address. */
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly logLevel: LogLevel;
  readonly silverbullet: {
    /** Its path ends in no slash, unless it is nothing but one. */
    readonly url: URL;
    /** Null when no authorisation header is sent. */
    readonly token: string | null;
  };
  readonly auth: StaticAuth | JwtAuth;
  /** The URL that clients know the endpoint by; null for the address that is listened on. */
  readonly resource: URL | null;
  /** Lower-case names, some with a port. */
  readonly allowedHosts: readonly string[];
  readonly hydrateEtags: boolean;
  /** Whether the tools that read the space on disk are wanted. */
  readonly journalTools: boolean;
  /** Where the space is on disk, as it was given; null when it was not. */
  readonly spacePath: string | null;
}

export const logLevels = ["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] as const;
export type LogLevel = (typeof logLevels)[number];

export interface StaticAuth {
  readonly mode: "static";
  readonly token: string;
}

export interface JwtAuth {
  readonly mode: "jwt";
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: URL;
  readonly algorithms: readonly string[];
  readonly leewaySeconds: number;
}
