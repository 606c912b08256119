import t from "tap";
import { readSettings } from "../../../src/main/bridge/read-settings.ts";

const jwt = { JWT_ISSUER: "https://issuer.test", JWT_AUDIENCE: "pages", JWT_JWKS_URL: "https://issuer.test/keys" };
const fixed = { AUTH_MODE: "static", TOKEN: "s3cret-of-clients" };

type Variables = Readonly<Record<string, string>>;

function read(variables: Variables) {
  return readSettings(
    Object.fromEntries(Object.entries(variables).map(([name, value]) => [`MCP_SILVERBULLET_${name}`, value])),
  );
}

function settings(variables: Variables) {
  const outcome = read(variables);
  if (!outcome.ok) throw new Error(outcome.problem);
  return outcome.settings;
}

t.test("[bridge.settings] what is not set has the value that the documentation names", async (t) => {
  t.strictSame(settings(jwt), {
    host: "127.0.0.1",
    port: 8000,
    logLevel: "INFO",
    silverbullet: { url: new URL("http://127.0.0.1:3000"), token: null },
    auth: {
      mode: "jwt",
      issuer: "https://issuer.test",
      audience: "pages",
      jwksUrl: new URL("https://issuer.test/keys"),
      algorithms: ["RS256"],
      leewaySeconds: 30,
    },
    resource: null,
    allowedHosts: [],
    hydrateEtags: false,
    journalTools: false,
    spacePath: null,
  });
  t.strictSame(settings({ ...jwt, PORT: "", HOST: " ", LOG_LEVEL: "", ALLOWED_HOSTS: "" }), settings(jwt));
});

t.test("[bridge.settings] each variable is read", async (t) => {
  const given = settings({
    ...jwt,
    HOST: "[::1]",
    PORT: "0",
    LOG_LEVEL: "warning",
    SB_URL: "https://user:pass@wiki.test/space/",
    SB_TOKEN: "s3cret-of-server",
    JWT_ALGORITHMS: "ES256, EdDSA",
    JWT_LEEWAY_SECONDS: "0",
    RESOURCE_URL: "https://mcp.test/mcp",
    ALLOWED_HOSTS: "MCP.test, other.test:8443",
    LIST_PAGES_HYDRATE_ETAGS: "Yes",
    JOURNAL_TOOLS: "on",
    SPACE_PATH: "/space",
  });
  t.match(given, {
    host: "::1",
    port: 0,
    logLevel: "WARNING",
    silverbullet: { token: "s3cret-of-server" },
    auth: { algorithms: ["ES256", "EdDSA"], leewaySeconds: 0 },
    allowedHosts: ["mcp.test", "other.test:8443"],
    hydrateEtags: true,
    journalTools: true,
    spacePath: "/space",
  });
  t.equal(given.silverbullet.url.href, "https://user:pass@wiki.test/space");
  t.equal(given.resource?.href, "https://mcp.test/mcp");
});

t.test("[bridge.server-token] the server's token is its own, the client's in static mode only, or none", async (t) => {
  t.equal(settings(fixed).silverbullet.token, fixed.TOKEN);
  t.equal(settings({ ...jwt, TOKEN: fixed.TOKEN }).silverbullet.token, null);
  for (const mode of [fixed, jwt]) {
    t.equal(settings({ ...mode, SB_TOKEN: "" }).silverbullet.token, null);
    t.equal(settings({ ...mode, SB_TOKEN: "own" }).silverbullet.token, "own");
  }
});

t.test("[bridge.log-level] DEBUG is an alias, and LOG_LEVEL wins over it", async (t) => {
  t.equal(settings({ ...jwt, DEBUG: "1" }).logLevel, "DEBUG");
  t.equal(settings({ ...jwt, DEBUG: "no" }).logLevel, "INFO");
  t.equal(settings({ ...jwt, DEBUG: "1", LOG_LEVEL: "ERROR" }).logLevel, "ERROR");
});

/** The variable at fault, its value as it is shown, and a part of what is told to be allowed. */
const bad: readonly [Variables, string, string | null, RegExp][] = [
  [{ ...jwt, AUTH_MODE: "none" }, "AUTH_MODE", "none", /jwt, static/],
  [{ ...jwt, PORT: "http" }, "PORT", "http", /from 0 to 65535/],
  [{ ...jwt, PORT: "65536" }, "PORT", "65536", /from 0 to 65535/],
  [{ ...jwt, PORT: "-1" }, "PORT", "-1", /from 0 to 65535/],
  [{ ...jwt, PORT: "80.5" }, "PORT", "80.5", /from 0 to 65535/],
  [{ ...jwt, HOST: "http://127.0.0.1" }, "HOST", "http://127.0.0.1", /a host name or an IP address/],
  [{ ...jwt, HOST: "0.0.0.0" }, "HOST", "0.0.0.0", /loopback.*ALLOWED_HOSTS/],
  [{ ...jwt, HOST: "::" }, "HOST", "::", /loopback.*ALLOWED_HOSTS/],
  [{ ...jwt, LOG_LEVEL: "loud" }, "LOG_LEVEL", "loud", /DEBUG, INFO, WARNING, ERROR, CRITICAL/],
  [{ ...jwt, DEBUG: "2" }, "DEBUG", "2", /1, true, yes, on/],
  [{ ...jwt, JOURNAL_TOOLS: "maybe" }, "JOURNAL_TOOLS", "maybe", /1, true, yes, on/],
  [{ ...jwt, LIST_PAGES_HYDRATE_ETAGS: "all" }, "LIST_PAGES_HYDRATE_ETAGS", "all", /1, true, yes, on/],
  [{ ...jwt, JWT_ALGORITHMS: "HS256" }, "JWT_ALGORITHMS", "HS256", /RS256/],
  [{ ...jwt, JWT_ALGORITHMS: "RS256,none" }, "JWT_ALGORITHMS", "RS256,none", /RS256/],
  [{ ...jwt, JWT_ALGORITHMS: "," }, "JWT_ALGORITHMS", ",", /RS256/],
  [{ ...jwt, JWT_LEEWAY_SECONDS: "1m" }, "JWT_LEEWAY_SECONDS", "1m", /from 0 to 3600/],
  [{ ...jwt, JWT_JWKS_URL: "keys.json" }, "JWT_JWKS_URL", "keys.json", /an http or https URL/],
  [{ ...jwt, JWT_JWKS_URL: "https://u:p@k.test/" }, "JWT_JWKS_URL", "https://***@k.test/", /without credentials/],
  [{ ...jwt, ALLOWED_HOSTS: "https://mcp.test" }, "ALLOWED_HOSTS", "https://mcp.test", /without https/],
  [{ ...jwt, ALLOWED_HOSTS: "*" }, "ALLOWED_HOSTS", "*", /host names/],
  [{ ...jwt, RESOURCE_URL: "mcp.test/mcp" }, "RESOURCE_URL", "mcp.test/mcp", /an http or https URL/],
  [{ ...jwt, SB_URL: "ftp://wiki.test" }, "SB_URL", "ftp://wiki.test", /an http or https URL/],
  [{ ...jwt, SB_URL: "http://wiki.test/?a=s3cret" }, "SB_URL", "http://wiki.test/?***", /without query/],
  [{ ...jwt, SB_URL: "http://u:s3cret@" }, "SB_URL", "http://***@", /an http or https URL/],
  [{ ...jwt, SB_URL: "u:s3cret@wiki.test" }, "SB_URL", "***@wiki.test", /an http or https URL/],
  [{ ...jwt, SB_URL: "http://wiki.test/#x" }, "SB_URL", "http://wiki.test/?***", /without query and fragment/],
  [{ ...jwt, SB_TOKEN: "s3cret with blanks" }, "SB_TOKEN", null, /visible ASCII/],
  [{ ...fixed, TOKEN: "s3cret\n" }, "TOKEN", null, /visible ASCII/],
  [{ ...fixed, TOKEN: "s3crét" }, "TOKEN", null, /visible ASCII/],
];

t.test("[bridge.bad-settings] a bad value is one line with the variable, the value and what is allowed", async (t) => {
  for (const [variables, name, shown, allowed] of bad) {
    const outcome = read(variables);
    if (outcome.ok) {
      t.fail(`${name}=${shown} was taken`);
      continue;
    }
    const is = shown === null ? " has a value that is not shown here; " : ` is ${JSON.stringify(shown)}; `;
    t.ok(outcome.problem.startsWith(`MCP_SILVERBULLET_${name}${is}allowed: `), outcome.problem);
    t.match(outcome.problem, allowed);
    t.notMatch(outcome.problem, /s3cr|\n/);
  }
});

t.test("[bridge.bad-settings] what the mode requires is named when it is missing", async (t) => {
  for (const name of ["JWT_ISSUER", "JWT_AUDIENCE", "JWT_JWKS_URL"]) {
    const outcome = read({ ...jwt, [name]: " " });
    t.match(outcome, { ok: false, problem: `MCP_SILVERBULLET_${name} is not set, but required in jwt mode` });
  }
  t.match(read({ AUTH_MODE: "static" }), { problem: "MCP_SILVERBULLET_TOKEN is not set, but required in static mode" });
  t.match(read({}), { ok: false, problem: "MCP_SILVERBULLET_JWT_ISSUER is not set" }, "jwt is the mode by default");
});

t.test("[bridge.loopback-only] other addresses are for those who name the hosts", async (t) => {
  for (const HOST of ["127.0.0.1", "127.8.0.1", "localhost", "::1", "[::1]"]) t.ok(read({ ...jwt, HOST }).ok, HOST);
  for (const HOST of ["0.0.0.0", "192.168.1.2", "::", "wiki.test"]) {
    t.notOk(read({ ...jwt, HOST }).ok, HOST);
    t.ok(read({ ...jwt, HOST, ALLOWED_HOSTS: "wiki.test" }).ok, HOST);
  }
});
