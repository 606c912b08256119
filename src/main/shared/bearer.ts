import { InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import type { RequestHandler } from "express";

/** Who sent a token and when it ends (seconds since 1970), or why it is not taken: a fixed text without quotes. */
export type TokenVerdict =
  | { readonly ok: true; readonly subject: string; readonly expiresAt: number }
  | { readonly ok: false; readonly why: string };

/** Judges a token. It must not throw: that would be answered as a fault of the server. */
export type VerifyToken = (token: string) => Promise<TokenVerdict>;

/** Lets nobody in without a bearer token that is taken; others are told where the resource's metadata is. */
export function bearerAuth(verify: VerifyToken, metadataUrl: string): RequestHandler {
  return requireBearerAuth({
    resourceMetadataUrl: metadataUrl,
    verifier: {
      async verifyAccessToken(token) {
        const verdict = await verify(token);
        if (!verdict.ok) throw new InvalidTokenError(verdict.why);
        // The token itself goes no further.
        return { token: "", clientId: verdict.subject, scopes: [], expiresAt: verdict.expiresAt };
      },
    },
  });
}
