import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { limits } from "../../../core/limits.ts";
import { bearerAuth } from "../../shared/bearer.ts";
import { type HttpService, mcpOverHttp } from "../../shared/mcp-http.ts";
import { rpcCodes } from "../../shared/tools.ts";
import type { Log } from "../log.ts";
import type { Settings } from "../settings.ts";
import { checkHost, hostRules } from "./hosts.ts";
import { jsonBody } from "./json-body.ts";
import { linger } from "./linger.ts";
import { requestLog } from "./request-log.ts";
import { rpcError } from "./rpc-error.ts";
import { staticToken } from "./static-token.ts";
import { webToken } from "./web-token.ts";

const metadataPath = "/.well-known/oauth-protected-resource/mcp";

export interface AppOptions {
  readonly settings: Settings;
  readonly service: HttpService;
  readonly log: Log;
  /** The port that is listened on. */
  readonly port: number;
  /** The URL that clients know the endpoint by. */
  readonly resource: URL;
}

/** The routes. On the endpoint authorisation comes first, then Host and Origin, the method, and the body last. */
export function bridgeApp({ settings, service, log, port, resource }: AppOptions): Express {
  const { auth } = settings;
  const app = express();
  for (const setting of ["x-powered-by", "etag", "query parser"]) app.disable(setting);
  for (const setting of ["case sensitive routing", "strict routing"]) app.enable(setting);

  const verify = auth.mode === "static" ? staticToken(auth.token) : webToken(auth, log);
  const authorised = bearerAuth(verify, `${resource.origin}${metadataPath}`);
  const hosted = checkHost(hostRules(settings.host, port, settings.allowedHosts));
  const answerPost = mcpOverHttp(service);
  const endpoint: RequestHandler = (request, response) => answerPost(request, response, request.body);

  app.use(requestLog(log), linger);
  app.all("/mcp", authorised, hosted, onlyPost, jsonBody(limits.requestBytes), endpoint);
  app.use(hosted);
  app.get(metadataPath, (_request, response) => {
    response.json({
      resource: resource.href,
      authorization_servers: [auth.mode === "static" ? resource.href : auth.issuer],
      bearer_methods_supported: ["header"],
    });
  });
  app.get("/healthz", (_request, response) => {
    response.json({ status: "ok" });
  });
  app.use((_request, response) => {
    response.status(404).json({ error: "not_found" });
  });
  app.use(failed(log));
  return app;
}

const onlyPost: RequestHandler = (request, response, next) => {
  if (request.method === "POST") return next();
  response.set("Allow", "POST");
  rpcError(response, 405, rpcCodes.serverError, "Method not allowed: there are no sessions, so send a POST");
};

/** What throws is a fault of our own. Its message is not told. */
function failed(log: Log): ErrorRequestHandler {
  return (error, _request, response, _next) => {
    log.failure("a request failed", error);
    if (response.headersSent) response.destroy();
    else rpcError(response, 500, rpcCodes.internalError, "Internal error");
  };
}
