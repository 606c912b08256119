#!/usr/bin/env node
import { product } from "../../core/product.ts";
import { readOptions, type StartRefusal } from "./options.ts";

const help = `${product.name} ${product.version}
An MCP server (stdio) through which an agent writes Markdown pages that carry proof of where every statement came from.

Usage: wyrd-scribe --grant DIR
       wyrd-scribe verify --grant DIR [--page PATH] [--expect LINES:SHA256] [--json]

  --grant DIR   the folder the server may read and create pages in, as an absolute path;
                without it, the environment variable WYRD_GRANT is used
  --help        this text
  --version     the version

verify compares the folder's ledger with its pages and sources, and changes nothing. It prints the ledger's checkpoint
and what it finds. Exit code 0: nothing found, 1: findings, 2: could not run.

  --page PATH   only the records of one page, by its path in the folder
  --expect LINES:SHA256
                a checkpoint printed earlier: the ledger must still begin with exactly these lines
  --json        one JSON document instead of a table

MCP client configuration:
  {"command": "wyrd-scribe", "args": ["--grant", "/absolute/path/to/folder"]}
`;

const options = readOptions(process.argv.slice(2), process.env, process.platform === "win32");
switch (options.kind) {
  case "help":
    process.stdout.write(help);
    break;
  case "version":
    process.stdout.write(`${product.version}\n`);
    break;
  case "refused":
    refuseToStart(options.refusal);
    break;
  case "serve": {
    const { runScribe } = await import("./run.ts");
    const refusal = await runScribe(options.grant);
    if (refusal !== null) refuseToStart(refusal);
    else process.exit(0);
    break;
  }
  case "verify": {
    const { runVerify } = await import("./verify/run.ts");
    process.exit(await runVerify(options));
  }
}

/** One line on stderr, and exit code 2. Worker threads that were started do not keep the process alive. */
function refuseToStart({ code, detail }: StartRefusal): void {
  process.stderr.write(`${product.name}: refusing to start (${code}): ${detail}\n`, () => process.exit(2));
}
