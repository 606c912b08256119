import { exportSPKI, generateKeyPair, UnsecuredJWT } from "jose";
import t, { type Test } from "tap";
import { startBridge } from "./executable.ts";
import { type Answer, mcpHeaders, post, send } from "./http.ts";
import { goodClaims, issuer, secondsFromNow, signed, startKeyServer } from "./key-server.ts";

function ping(port: number, token: string): Promise<Answer> {
  return post(port, "ping", {}, { ...mcpHeaders, authorization: `Bearer ${token}` });
}

async function started(t: Test, variables = {}) {
  const keyServer = await startKeyServer(t);
  const bridge = await startBridge(t, { ...keyServer.variables, ...variables });
  const { privateKey } = keyServer.keys;
  const withClaims = async (claims: object) =>
    ping(bridge.port, await signed({ ...goodClaims(), ...claims }, privateKey));
  return { keyServer, bridge, port: bridge.port, privateKey, withClaims };
}

function isRefused(t: Test, { status, headers, body }: Answer, why: string, name = why): void {
  t.equal(status, 401, name);
  t.strictSame(JSON.parse(body), { error: "invalid_token", error_description: why }, name);
  t.ok(headers["www-authenticate"]?.startsWith(`Bearer error="invalid_token", error_description="${why}", `), name);
}

t.test("[bridge.web-token] a token that is signed by the issuer for this audience lets in", async (t) => {
  const { keyServer, withClaims } = await started(t);
  t.equal((await withClaims({})).status, 200);
  t.equal((await withClaims({ aud: ["other", "pages"] })).status, 200);
  t.equal((await withClaims({ nbf: secondsFromNow(-10), more: { claims: 1 } })).status, 200);
  t.equal(keyServer.asked(), 1, "the keys are kept");
});

t.test("[bridge.web-token] every claim is required, and holds what it should", async (t) => {
  const { withClaims } = await started(t);
  const bad: readonly [string, object][] = [
    ["iss", { iss: "https://other.test" }],
    ["iss", { iss: `${issuer}/` }],
    ["aud", { aud: "other" }],
    ["aud", { aud: ["other"] }],
    ["aud", { aud: [] }],
    ["sub", { sub: "" }],
    ["sub", { sub: 1 }],
    ["nbf", { nbf: secondsFromNow(300) }],
    ["iat", { iat: secondsFromNow(300) }],
    ...["iss", "aud", "exp", "iat", "sub"].map((claim): [string, object] => [claim, { [claim]: undefined }]),
    ...["exp", "iat", "nbf"].map((claim): [string, object] => [claim, { [claim]: "soon" }]),
  ];
  for (const [claim, claims] of bad) {
    isRefused(t, await withClaims(claims), `Token is not valid: claim ${claim}`, JSON.stringify(claims));
  }
  isRefused(t, await withClaims({ exp: secondsFromNow(-300) }), "Token has expired");
});

t.test("[bridge.token-forgery] no other key, no HMAC with the public key, no algorithm at all", async (t) => {
  const { keyServer, port, privateKey } = await started(t);
  const stranger = await generateKeyPair("RS256");
  const publicPem = new TextEncoder().encode(await exportSPKI(keyServer.keys.publicKey));
  const longer = await generateKeyPair("RS512");
  const good = await signed(goodClaims(), privateKey);
  const [header = "", payload = "", signature = ""] = good.split(".");
  const forged = [
    await signed(goodClaims(), stranger.privateKey),
    await signed(goodClaims(), stranger.privateKey, { alg: "RS256", kid: "other" }),
    await signed(goodClaims(), publicPem, { alg: "HS256", kid: "first" }),
    await signed(goodClaims(), publicPem, { alg: "HS256" }),
    await signed(goodClaims(), longer.privateKey, { alg: "RS512", kid: "first" }),
    new UnsecuredJWT(goodClaims()).encode(),
    ...[`${header}.${payload}.`, `${header}.${payload}`, `${header}..${signature}`, ".", "..", "a.b.c", "token"],
    `${header}.${Buffer.from(JSON.stringify({ ...goodClaims(), sub: "other" })).toString("base64url")}.${signature}`,
    ...[`${good}x`, `${good}.`, `.${good}`, good.toLowerCase()],
  ];
  for (const token of forged) isRefused(t, await ping(port, token), "Token is not valid", token);
  t.equal((await ping(port, good)).status, 200);
});

t.test("[bridge.algorithms] only the algorithms that are named are taken", async (t) => {
  const { port, privateKey } = await started(t, { JWT_ALGORITHMS: "ES256" });
  isRefused(t, await ping(port, await signed(goodClaims(), privateKey)), "Token is not valid");
});

t.test("[bridge.leeway] clocks may differ by the leeway, and by no more", async (t) => {
  const byDefault = await started(t);
  const narrow = await started(t, { JWT_LEEWAY_SECONDS: "10" });
  for (const [{ withClaims }, within, beyond] of [
    [byDefault, 20, 40],
    [narrow, 5, 20],
  ] as const) {
    t.equal((await withClaims({ exp: secondsFromNow(-within) })).status, 200, `exp ${within}`);
    t.equal((await withClaims({ nbf: secondsFromNow(within) })).status, 200, `nbf ${within}`);
    t.equal((await withClaims({ iat: secondsFromNow(within) })).status, 200, `iat ${within}`);
    isRefused(t, await withClaims({ exp: secondsFromNow(-beyond) }), "Token has expired");
    isRefused(t, await withClaims({ nbf: secondsFromNow(beyond) }), "Token is not valid: claim nbf");
    isRefused(t, await withClaims({ iat: secondsFromNow(beyond) }), "Token is not valid: claim iat");
  }
});

t.test(
  "[bridge.key-server-down] a key server that does not answer costs its own requests seconds, and no others",
  async (t) => {
    const { keyServer, bridge, port, privateKey } = await started(t);
    const token = await signed(goodClaims(), privateKey);
    let asked = (): void => {};
    const hangs = new Promise<void>((resolve) => {
      asked = resolve;
    });
    keyServer.answer(() => asked());
    const began = performance.now();
    const waiting = [ping(port, token), ping(port, token)];
    await hangs;
    t.equal((await send(port, { path: "/healthz" })).status, 200);
    isRefused(t, await ping(port, "no-web-token"), "Token is not valid");
    t.ok(performance.now() - began < 2500, "others are served meanwhile");
    for (const answer of await Promise.all(waiting)) isRefused(t, answer, "Token cannot be checked: no keys");
    t.ok(performance.now() - began < 8000, "refused within seconds");
    const failures = () => bridge.stderr().match(/ERROR: no keys from .*/g) ?? [];
    t.strictSame(failures(), [`ERROR: no keys from http://127.0.0.1:${keyServer.port}/keys: request timed out`]);
    t.notMatch(bridge.stderr(), token);
  },
);

t.test("[bridge.key-server-down] errors and nonsense of the key server refuse, and it is asked again", async (t) => {
  const { keyServer, bridge, port, privateKey } = await started(t);
  const token = await signed(goodClaims(), privateKey);
  keyServer.answer((_request, response) => response.writeHead(500).end());
  isRefused(t, await ping(port, token), "Token cannot be checked: no keys");
  keyServer.answer((_request, response) => response.end("<html>"));
  isRefused(t, await ping(port, token), "Token cannot be checked: no keys");
  keyServer.answer((_request, response) => response.end('{"keys":1}'));
  isRefused(t, await ping(port, token), "Token cannot be checked: no keys");
  keyServer.answer((_request, response) => response.writeHead(302, { location: "/elsewhere" }).end());
  isRefused(t, await ping(port, token), "Token cannot be checked: no keys");
  await keyServer.end();
  isRefused(t, await ping(port, token), "Token cannot be checked: no keys");
  t.match(bridge.stderr(), /no keys from .*: ECONNREFUSED/);
  t.equal(bridge.stderr().match(/ERROR: no keys/g)?.length, 5);
  t.notMatch(bridge.stderr(), token);
});
