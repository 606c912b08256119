import fc from "fast-check";
import t from "tap";
import { redactHeaders, redactPath, scrub } from "../../../src/main/bridge/redact.ts";

t.test("[bridge.no-secret-in-logs] no known secret is left in a text, wherever it stands", async (t) => {
  const secret = fc.string({ minLength: 4, maxLength: 20, unit: "grapheme-ascii" });
  const rest = fc.string({ maxLength: 20 });
  fc.assert(
    fc.property(rest, secret, rest, (before, secret, after) => {
      const upper = scrub(`${before}${secret.toUpperCase()}${after}`, [secret]);
      const encoded = scrub(`${before}${encodeURIComponent(secret)}${after}`, [secret]);
      // The word that stands in its place may itself hold a short secret.
      for (const text of [upper, encoded])
        t.notOk(text.replaceAll("[redacted]", "\n").toLowerCase().includes(secret.toLowerCase()));
    }),
  );
});

t.test("[bridge.no-secret-in-logs] a JSON web token is taken out although it is not known", async (t) => {
  const token = "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJpIn0.c2lnbmF0dXJl-_x";
  for (const given of [token, token.toLowerCase(), token.toUpperCase()]) {
    t.equal(scrub(`before "${given}" after`, []), 'before "[redacted]" after');
  }
  t.equal(scrub("they.said.so and eyes.open", []), "they.said.so and eyes.open");
});

t.test("[bridge.redacted-headers] headers that carry secrets show none", async (t) => {
  const secrets = [
    ...["authorization", "proxy-authorization", "cookie", "x-api-key", "x-forwarded-access-token", "x-auth-token"],
    ...["cf-access-jwt-assertion", "cf-access-client-id", "cf-access-client-secret", "x-amz-security-token"],
    ...["referer", "x-original-url", "x-forwarded-uri"],
  ];
  for (const name of secrets) t.strictSame(redactHeaders({ [name]: "s" }), { [name]: "[redacted]" });
  const open = { host: "127.0.0.1", "user-agent": "a client", accept: "*/*", "mcp-protocol-version": "2025-06-18" };
  t.strictSame(redactHeaders(open), open);
});

t.test("[bridge.no-secret-in-logs] of a path only parts that are known are shown", async (t) => {
  t.equal(redactPath("/mcp?token=s3cret"), "/mcp");
  t.equal(redactPath("/mcp/s3cret#part"), "/mcp/*");
  t.equal(redactPath("/.well-known/oauth-authorization-server/mcp"), "/.well-known/oauth-authorization-server/mcp");
  t.equal(redactPath("http://s3cret@host/mcp"), "*//*/mcp");
});
