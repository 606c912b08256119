import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, SignJWT } from "jose";
import type { Owner, Variables } from "./executable.ts";

export const issuer = "https://issuer.test";
const audience = "pages";

export interface KeyServer {
  readonly port: number;
  /** The variables of a bridge in jwt mode that asks this server. */
  readonly variables: Variables;
  readonly keys: GenerateKeyPairResult;
  /** How often it was asked. */
  asked(): number;
  /** Answers from now on in another way. */
  answer(listener: RequestListener): void;
  /** Ends it, so that nothing listens there any more. */
  end(): Promise<void>;
}

/** Starts a server that answers with the public half of one RSA key. */
export async function startKeyServer(owner: Owner): Promise<KeyServer> {
  const keys = await generateKeyPair("RS256", { extractable: true });
  const body = JSON.stringify({
    keys: [{ ...(await exportJWK(keys.publicKey)), kid: "first", alg: "RS256", use: "sig" }],
  });
  let asked = 0;
  let answer: RequestListener = (_request, response) =>
    response.setHeader("content-type", "application/json").end(body);
  const server = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  });
  const end = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server.close(), "close");
    server.closeAllConnections();
    await closed;
  };
  owner.teardown(end);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    variables: { JWT_ISSUER: issuer, JWT_AUDIENCE: audience, JWT_JWKS_URL: `http://127.0.0.1:${port}/keys` },
    keys,
    asked: () => asked,
    answer: (listener) => {
      answer = listener;
    },
    end,
  };
}

/** Seconds since 1970, this many from now. */
export function secondsFromNow(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

/** The claims of a token that is taken. */
export function goodClaims(): Record<string, unknown> {
  return { iss: issuer, aud: audience, sub: "someone", iat: secondsFromNow(0), exp: secondsFromNow(300) };
}

/** Signs claims; what is undefined is left out. */
export function signed(
  claims: Record<string, unknown>,
  key: Parameters<SignJWT["sign"]>[0],
  header: { readonly alg: string; readonly kid?: string } = { alg: "RS256", kid: "first" },
): Promise<string> {
  return new SignJWT(JSON.parse(JSON.stringify(claims))).setProtectedHeader(header).sign(key);
}
