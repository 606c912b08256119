#!/usr/bin/env node
import { product } from "../../core/product.ts";
import { bridgeName } from "./name.ts";
import { readSettings } from "./read-settings.ts";

const help = `${bridgeName} ${product.version}
An MCP server (Streamable HTTP) in front of a SilverBullet server. It listens on loopback; put your own tunnel before it.

Usage: ${bridgeName} [--help | --version]

Environment, each name with MCP_SILVERBULLET_ before it:
  SB_URL           SilverBullet's address (http://127.0.0.1:3000); a path is put before every other
  SB_TOKEN         the token for SilverBullet; not set: TOKEN in static mode; empty: none
  AUTH_MODE        jwt (default) or static
  TOKEN            static mode: the token that clients send
  JWT_ISSUER, JWT_AUDIENCE, JWT_JWKS_URL
                   jwt mode: who issues the tokens, for whom, and where the keys are
  JWT_ALGORITHMS   signatures that are taken (RS256)
  JWT_LEEWAY_SECONDS
                   how far clocks may differ (30)
  HOST, PORT       where to listen (127.0.0.1, 8000)
  ALLOWED_HOSTS    further names that clients reach the bridge by, separated by commas
  RESOURCE_URL     the endpoint's URL as clients know it (http://HOST:PORT/mcp)
  LIST_PAGES_HYDRATE_ETAGS
                   whether list_pages asks for each page's etag (no)
  JOURNAL_TOOLS, SPACE_PATH
                   whether to offer the tools that read the space on disk (no), and the space's folder
  LOG_LEVEL        DEBUG, INFO (default), WARNING, ERROR or CRITICAL
  DEBUG            1 for LOG_LEVEL=DEBUG
`;

const [argument] = process.argv.slice(2);
switch (argument) {
  case "--help":
    process.stdout.write(help);
    break;
  case "--version":
    process.stdout.write(`${product.version}\n`);
    break;
  case undefined:
    await run();
    break;
  default:
    // It is not shown: it might be a secret that was meant for the environment.
    fail(`an argument is not known; see ${bridgeName} --help`);
}

async function run(): Promise<void> {
  const read = readSettings(process.env);
  if (!read.ok) return fail(read.problem);
  const { runBridge } = await import("./run.ts");
  const problem = await runBridge(read.settings);
  if (problem !== null) fail(problem);
  else process.exit(0);
}

/** One line on stderr, and exit code 1. */
function fail(problem: string): void {
  process.stderr.write(`${bridgeName}: ${problem}\n`, () => process.exit(1));
}
