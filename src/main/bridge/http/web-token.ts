import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { limits } from "../../../core/limits.ts";
import type { TokenVerdict, VerifyToken } from "../../shared/bearer.ts";
import type { Log } from "../log.ts";
import type { JwtAuth } from "../settings.ts";

const requiredClaims = ["iss", "aud", "exp", "iat", "sub"];

/** Takes JSON web tokens that are signed with a key of the key server. Its keys are kept for ten minutes. */
export function webToken(auth: JwtAuth, log: Log): VerifyToken {
  const keys = remoteKeys(auth.jwksUrl, log);
  const options = {
    algorithms: [...auth.algorithms],
    issuer: auth.issuer,
    audience: auth.audience,
    requiredClaims,
    clockTolerance: auth.leewaySeconds,
  };
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys.keyOf, options);
      return judge(payload, auth.leewaySeconds);
    } catch (error) {
      return { ok: false, why: keys.isMissing(error) ? "Token cannot be checked: no keys" : whyRefused(error) };
    }
  };
}

/** What is left to check of a payload: an issue in the future is none of the claims that the library looks at. */
function judge({ exp, iat, sub }: JWTPayload, leeway: number): TokenVerdict {
  const fault = (claim: string): TokenVerdict => ({ ok: false, why: claimFault(claim) });
  if (exp === undefined) return fault("exp");
  if (iat === undefined || iat > Date.now() / 1000 + leeway) return fault("iat");
  if (typeof sub !== "string" || sub === "") return fault("sub");
  return { ok: true, subject: sub, expiresAt: exp + leeway };
}

/** The texts are fixed: nothing of the token gets into an answer. */
function whyRefused(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "Token has expired";
  if (!(error instanceof errors.JWTClaimValidationFailed)) return "Token is not valid";
  return [...requiredClaims, "nbf"].includes(error.claim) ? claimFault(error.claim) : "Token is not valid";
}

function claimFault(claim: string): string {
  return `Token is not valid: claim ${claim}`;
}

function remoteKeys(url: URL, log: Log) {
  const keys = createRemoteJWKSet(url, { timeoutDuration: limits.keysMs });
  // Tokens that wait for the same answer of the key server see the same error, which is logged once.
  const failures = new WeakSet<object>();

  const keyOf: JWTVerifyGetKey = async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      const isToken = error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
      if (!isToken && error instanceof Error && !failures.has(error)) {
        failures.add(error);
        log.event("ERROR", `no keys from ${url.origin}${url.pathname}: ${reason(error)}`);
      }
      throw error;
    }
  };
  return { keyOf, isMissing: (error: unknown) => error instanceof Error && failures.has(error) };
}

/** The library's own messages are fixed texts; of other errors the code tells enough. */
function reason(error: Error): string {
  if (error instanceof errors.JOSEError) return error.message;
  const { cause } = error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : error.name;
}
