import t, { type Test } from "tap";
import { startBridge, staticMode, staticToken } from "./executable.ts";
import { type Answer, mcpHeaders, post, send } from "./http.ts";

const metadata = (origin: string) => `${origin}/.well-known/oauth-protected-resource/mcp`;

/** Checks the one form of an answer to whoever is not let in. */
function isRefusal(t: Test, { status, headers, json }: Answer, origin: string): void {
  const { error, error_description: why, ...rest } = json();
  t.strictSame({ status, error, rest }, { status: 401, error: "invalid_token", rest: {} });
  t.match(headers["content-type"], /^application\/json/);
  const said = `Bearer error="invalid_token", error_description="${why}", resource_metadata="${metadata(origin)}"`;
  t.equal(headers["www-authenticate"], said);
}

t.test("[bridge.static-token] the token lets in, and nothing else does", async (t) => {
  const { port } = await startBridge(t, staticMode);
  const origin = `http://127.0.0.1:${port}`;
  for (const scheme of ["Bearer", "bearer", "BEARER"]) {
    const answer = await post(port, "ping", {}, { ...mcpHeaders, authorization: `${scheme} ${staticToken}` });
    t.match(answer, { status: 200, body: '{"result":{},"jsonrpc":"2.0","id":1}' });
  }
  const { authorization: _, ...without } = mcpHeaders;
  isRefusal(t, await post(port, "ping", {}, without), origin);
  const wrong = [
    ...["", "Bearer", "Bearer ", "Bearer wrong", `Basic ${staticToken}`, staticToken, `Bearer "${staticToken}"`],
    ...[`Bearer ${staticToken}x`, `Bearer ${staticToken.slice(1)}`, `Bearer ${staticToken.toUpperCase()}`],
    ...[`Bearer  ${staticToken}`, `Bearer\t${staticToken}`, `Bearer x${staticToken}`, "Bearer \u00ff\u0080\u00e9"],
    ...['Bearer a", realm="b', "Bearer \\", "Bearer ,", "Bearer =", `Bearer ${"x".repeat(10_000)}`],
  ];
  for (const authorization of wrong) {
    isRefusal(t, await post(port, "ping", {}, { ...mcpHeaders, authorization }), origin);
  }
  const twice = { ...mcpHeaders, authorization: ["Bearer wrong", `Bearer ${staticToken}`] };
  isRefusal(t, await post(port, "ping", {}, twice as never), origin);
});

t.test("[bridge.auth-first] without a token nothing else of a request is judged", async (t) => {
  const { port } = await startBridge(t, staticMode);
  const origin = `http://127.0.0.1:${port}`;
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    isRefusal(t, await send(port, { method }), origin);
  isRefusal(t, await send(port, { method: "POST", headers: { host: "evil.test" } }), origin);
  isRefusal(t, await send(port, { method: "POST", headers: { origin: "https://evil.test" } }), origin);
  isRefusal(t, await send(port, { method: "POST", body: "no JSON" }), origin);
  isRefusal(
    t,
    await send(port, { method: "POST", headers: { "content-length": 5_000_000 }, body: "x".repeat(5_000_000) }),
    origin,
  );
  isRefusal(t, await send(port, { method: "POST", path: `/mcp?access_token=${staticToken}` }), origin);
});

t.test("[bridge.discovery] the metadata is open, and names the resource and who authorises", async (t) => {
  const fixed = await startBridge(t, staticMode);
  const own = `http://127.0.0.1:${fixed.port}/mcp`;
  const path = "/.well-known/oauth-protected-resource/mcp";
  const open = await send(fixed.port, { path });
  t.equal(open.status, 200);
  t.strictSame(open.json(), { resource: own, authorization_servers: [own], bearer_methods_supported: ["header"] });

  const tokens = await startBridge(t, {
    JWT_ISSUER: "https://issuer.test",
    JWT_AUDIENCE: "pages",
    JWT_JWKS_URL: "https://issuer.test/keys",
    RESOURCE_URL: "https://mcp.test/mcp",
    ALLOWED_HOSTS: "mcp.test",
  });
  const told = await send(tokens.port, { path, headers: { host: "mcp.test" } });
  t.strictSame(told.json(), {
    resource: "https://mcp.test/mcp",
    authorization_servers: ["https://issuer.test"],
    bearer_methods_supported: ["header"],
  });
  isRefusal(t, await send(tokens.port, { method: "POST" }), "https://mcp.test");
  t.equal((await send(tokens.port, { path, headers: { host: "evil.test" } })).status, 421);
});
