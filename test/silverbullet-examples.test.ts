import { chmod, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import t, { type Test } from "tap";
import { profiles, startSpace } from "./bridge/bridge.ts";
import { type Bridge, program, startBridge, type Variables } from "./bridge/executable.ts";
import { mcpHeaders, post, send } from "./bridge/http.ts";
import { secondsFromNow, signed, startKeyServer } from "./bridge/key-server.ts";
import { doc, example } from "./silverbullet-doc.ts";
import { startStandIn } from "./stand-in/silverbullet.ts";
import { run } from "./wire/run.ts";
import { makeFolder } from "./wire/vault.ts";

const garden = { "Areas/Garden.md": "# Garden\n\n* [ ] Sow [[peas]]\n" };

/** Runs commands that start the bridge, as a person who installed it would, but that it listens on a free port. */
async function startAs(t: Test, commands: string, variables: Variables): Promise<Bridge> {
  const bin = await makeFolder(t);
  await writeFile(`${bin}/mcp-silverbullet`, `#!/bin/sh\nexec ${program.map((word) => `"${word}"`).join(" ")} "$@"\n`);
  await chmod(`${bin}/mcp-silverbullet`, 0o755);
  // In the shell's own place, so that ending the process ends the bridge.
  const inPlace = commands.replace(/(?=mcp-silverbullet\n$)/, "exec ");
  return startBridge(t, variables, ["env", `PATH=${bin}:${process.env.PATH}`, "sh", "-c", inPlace]);
}

t.test("[bridge.doc-examples] the commands start the bridge, and the client configuration reaches it", async (t) => {
  const token = "a-long-random-token-for-silverbullet";
  const { url, close } = await startStandIn({ profile: "new", user: "me:a-long-password", token, files: garden });
  t.teardown(close);
  const { port, stderr } = await startAs(t, example("static"), { SB_URL: url });
  t.equal(stderr().replace(`:${port}/`, ":8000/").replace(url, "http://127.0.0.1:3000"), example("start line"));

  const { silverbullet } = JSON.parse(example("client")).mcpServers;
  const { type, url: endpoint, headers, ...rest } = silverbullet;
  t.strictSame({ type, rest }, { type: "http", rest: {} });
  const transport = new StreamableHTTPClientTransport(new URL(endpoint.replace("8000", port)), {
    requestInit: { headers },
  });
  const client = new Client({ name: "official", version: "1" });
  t.teardown(() => client.close());
  await client.connect(transport as Transport);
  const read = await client.callTool({ name: "read_page", arguments: { name: "Areas/Garden" } });
  t.match(read.structuredContent, { body: garden["Areas/Garden.md"] });
});

t.test("[bridge.doc-examples] the README's command starts the bridge", async (t) => {
  const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  const [command = ""] = /^MCP_SILVERBULLET_.* mcp-silverbullet\n/m.exec(readme) ?? [];
  const { url, close } = await startStandIn({ profile: "new", user: "me:PASSWORD", token: "TOKEN", files: garden });
  t.teardown(close);
  const { port } = await startAs(t, command, { SB_URL: url });
  const call = { name: "page_exists", arguments: { name: "Areas/Garden" } };
  const answer = await post(port, "tools/call", call, { ...mcpHeaders, authorization: "Bearer TOKEN" });
  t.match(answer.json(), { result: { structuredContent: { result: true } } });
});

t.test("[bridge.doc-examples] results and refusals are as shown, on both generations of servers", async (t) => {
  for (const profile of profiles) {
    const { call, done, standIn } = await startSpace(t, { profile, files: garden });
    const { last_modified_ms: time, ...read } = await done("read_page", { name: "Areas/Garden" });
    const { last_modified_ms: shownTime, ...shown } = JSON.parse(example("read"));
    t.strictSame(read, shown);
    t.strictSame([typeof time, typeof shownTime], ["number", "number"]);

    const check = { page: "Areas/Garden", ref: "peas", dry_run: true };
    t.strictSame(await done("check_task", check), JSON.parse(example("dry run")));
    const stale = { name: "Areas/Garden", content: "another", if_match: `"sha256:${"0".repeat(64)}"` };
    t.strictSame((await call("write_page", stale)).structuredContent, JSON.parse(example("refusal")));
    t.notOk(
      standIn.requests.some(({ method }) => method === "PUT"),
      "nothing was written",
    );
  }
});

t.test(
  "[bridge.doc-examples] behind Access a person's token is taken once it is a bearer token, a service token not",
  async (t) => {
    const keyServer = await startKeyServer(t);
    const commands = example("jwt").replace(/https:\S+\/certs/, keyServer.variables.JWT_JWKS_URL ?? "");
    const { port } = await startAs(t, commands, { SB_URL: "http://127.0.0.1:1" });
    const claims = {
      aud: ["the-aud-tag-of-the-application"],
      iss: "https://TEAM.cloudflareaccess.com",
      type: "app",
      iat: secondsFromNow(0),
      exp: secondsFromNow(60),
    };
    const identity = { email: "me@example.com", identity_nonce: "n", sub: "me", country: "DE", nbf: secondsFromNow(0) };
    const person = await signed({ ...claims, ...identity }, keyServer.keys.privateKey);
    const service = await signed({ ...claims, common_name: "service.access", sub: "" }, keyServer.keys.privateKey);

    const { authorization: _, ...others } = mcpHeaders;
    const ping = (headers: object) => post(port, "ping", {}, { ...others, host: "mcp.example.com", ...headers });
    t.equal((await ping({ authorization: `Bearer ${person}` })).status, 200);
    const refused = await ping({ authorization: `Bearer ${service}` });
    t.match(refused, { status: 401 });
    t.match(refused.json(), { error_description: /claim sub$/ });
    t.equal((await ping({ "cf-access-jwt-assertion": person })).status, 401, "the bridge looks at Authorization only");
    t.equal(
      (await ping({ authorization: "Bearer " })).status,
      401,
      "what the proxy makes of a request without a token",
    );

    const path = "/.well-known/oauth-protected-resource/mcp";
    t.strictSame((await send(port, { path, headers: { host: "mcp.example.com" } })).json(), {
      resource: "https://mcp.example.com/mcp",
      authorization_servers: ["https://TEAM.cloudflareaccess.com"],
      bearer_methods_supported: ["header"],
    });
  },
);

t.test("[bridge.doc-examples] links within the document lead somewhere", async (t) => {
  const headings = [...doc.matchAll(/^#+ (.*)$/gm)].map(([, text = ""]) => {
    return text
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, "")
      .replaceAll(" ", "-");
  });
  for (const [, target = ""] of doc.matchAll(/\]\(#([^)]*)\)/g)) t.ok(headings.includes(target), target);
});

t.test("[bridge.demo] the demo tells its story to the end, and leaves nothing running", async (t) => {
  // A bridge that was left running would hold stdout open, and the run would not end.
  const demo = fileURLToPath(new URL("demo/silverbullet.js", import.meta.url));
  const { code, stdout, stderr } = await run(["env", "-u", "SILVERBULLET_URL", process.execPath, demo]);
  t.strictSame({ code, stderr }, { code: 0, stderr: "" });
  const story = [/✗ PRECONDITION_FAILED/, /✓ Bridge demo\/Vegetable garden\.md is gone/, /exit code is 0/];
  for (const part of story) t.match(stdout, part);
});
