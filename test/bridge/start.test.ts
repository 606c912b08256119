import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import t from "tap";
import { product } from "../../src/core/product.ts";
import { run } from "../wire/run.ts";
import { launch, program, startBridge, staticMode, staticToken } from "./executable.ts";
import { send } from "./http.ts";

t.test("[bridge.help-version] --help and --version print to stdout and exit with 0", async (t) => {
  t.strictSame(await run([...program, "--version"]), { code: 0, stdout: `${product.version}\n`, stderr: "" });
  const { code, stdout, stderr } = await run([...program, "--help"]);
  t.strictSame({ code, stderr }, { code: 0, stderr: "" });
  t.match(stdout, /^mcp-silverbullet .*\n.*Usage: mcp-silverbullet.* SB_URL .*JWT_LEEWAY_SECONDS/s);
});

t.test("[bridge.help-version] an argument that is not known is told on one line without it, exit code 1", async (t) => {
  const { code, stdout, stderr } = await run([...program, `--token=${staticToken}`]);
  t.strictSame({ code, stdout }, { code: 1, stdout: "" });
  t.equal(stderr, "mcp-silverbullet: an argument is not known; see mcp-silverbullet --help\n");
});

t.test("[bridge.start-line] one line tells where it listens and how, at every level of the log", async (t) => {
  const quiet = await startBridge(t, { ...staticMode, LOG_LEVEL: "critical", SB_URL: "http://wiki.test:3000/space/" });
  const how = "(SB http://wiki.test:3000/space, auth=static, log=CRITICAL)";
  t.equal(quiet.stderr(), `mcp-silverbullet listening on http://127.0.0.1:${quiet.port}/mcp ${how}\n`);

  const secret = "s3cret-in-the-url";
  const masked = await startBridge(t, {
    JWT_ISSUER: "https://issuer.test",
    JWT_AUDIENCE: "pages",
    JWT_JWKS_URL: "https://issuer.test/keys",
    HOST: "::1",
    SB_URL: `http://user:${secret}@127.0.0.1:3000`,
  });
  const line = masked.stderr();
  t.match(
    line,
    /^mcp-silverbullet listening on http:\/\/\[::1\]:\d+\/mcp \(SB http:\/\/.*@127\.0\.0\.1:3000, auth=jwt, log=INFO\)\n$/,
  );
  t.notMatch(line, secret);
});

t.test("[bridge.bad-settings] a bad setting is one line on stderr and exit code 1", async (t) => {
  const refused = launch(t, { ...staticMode, PORT: "http" });
  t.match(await refused.exit(), { code: 1 });
  t.equal(
    refused.stderr(),
    'mcp-silverbullet: MCP_SILVERBULLET_PORT is "http"; allowed: a whole number from 0 to 65535\n',
  );
  const secret = launch(t, { ...staticMode, TOKEN: `${staticToken} ` });
  t.match(await secret.exit(), { code: 1 });
  t.notMatch(secret.stderr(), staticToken);
  t.match(secret.stderr(), /^mcp-silverbullet: MCP_SILVERBULLET_TOKEN .*\n$/);
});

t.test("[bridge.taken-port] a port that is taken is named on one line, exit code 1", async (t) => {
  const holder = createServer().listen(0, "127.0.0.1");
  t.teardown(() => holder.close());
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  const refused = launch(t, { ...staticMode, PORT: String(port) });
  t.match(await refused.exit(), { code: 1 });
  t.match(
    refused.stderr(),
    new RegExp(`^mcp-silverbullet: cannot listen on 127\\.0\\.0\\.1:${port}: the port is taken.*\\n$`),
  );
});

t.test("[bridge.gate-off] journal tools that cannot be had are one line in the log, and the bridge runs", async (t) => {
  const unset = await startBridge(t, { ...staticMode, JOURNAL_TOOLS: "on" });
  t.match(
    unset.stderr(),
    /^mcp-silverbullet: WARNING: MCP_SILVERBULLET_JOURNAL_TOOLS is on, but .*SPACE_PATH is not set.*\n.* listening on .*\n$/,
  );
  const missing = await startBridge(t, { ...staticMode, JOURNAL_TOOLS: "on", SPACE_PATH: `${t.testdir({})}/none` });
  t.match(missing.stderr(), /^mcp-silverbullet: WARNING: .* does not exist.*\n.* listening on .*\n$/);
  for (const { port } of [unset, missing]) t.equal((await send(port, { path: "/healthz" })).status, 200);
});
