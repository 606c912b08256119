import { fileURLToPath } from "node:url";
import t from "tap";
import { type Ran, run } from "../wire/run.ts";
import { authorisingProxy } from "./authorising-proxy.ts";
import { startBridge, staticMode } from "./executable.ts";

t.setTimeout(120_000);

/** Scenarios of the official suite that judge a server by what any server has. */
const applicable = ["server-initialize", "ping", "tools-list", "resources-list", "dns-rebinding-protection"];

/** Scenarios that do not apply, with the reason. */
const inapplicable = {
  "logging-set-level": "the bridge declares no logging: a client without a session has nowhere to get it from",
  "completion-complete": "the bridge declares no completions",
  "tools-call-simple-text": "calls the suite's own tool test_simple_text",
  "tools-call-image": "calls the suite's own tool test_image_content",
  "tools-call-audio": "calls the suite's own tool test_audio_content",
  "tools-call-embedded-resource": "calls the suite's own tool test_embedded_resource",
  "tools-call-mixed-content": "calls the suite's own tool test_multiple_content_types",
  "tools-call-with-logging": "calls the suite's own tool test_tool_with_logging, and there is no logging",
  "tools-call-error": "calls the suite's own tool test_error_handling",
  "tools-call-with-progress": "calls the suite's own tool test_tool_with_progress, and JSON answers carry no progress",
  "tools-call-sampling": "calls the suite's own tool test_sampling; the bridge never samples",
  "tools-call-elicitation": "calls the suite's own tool test_elicitation; the bridge never elicits",
  "json-schema-2020-12": "looks for the suite's own tool json_schema_2020_12_tool",
  "elicitation-sep1034-defaults": "calls the suite's own tool; the bridge never elicits",
  "elicitation-sep1330-enums": "calls the suite's own tool; the bridge never elicits",
  "server-sse-polling": "the bridge has no sessions and no event streams",
  "server-sse-multiple-streams": "the bridge has no sessions and no event streams",
  "resources-read-text": "reads the suite's own resource test://static-text",
  "resources-read-binary": "reads the suite's own resource test://static-binary",
  "resources-templates-read": "reads the suite's own template test://template/{id}/data",
  "resources-subscribe": "the bridge declares no subscriptions",
  "resources-unsubscribe": "the bridge declares no subscriptions",
  "prompts-list": "the bridge declares no prompts",
  "prompts-get-simple": "the bridge declares no prompts",
  "prompts-get-with-args": "the bridge declares no prompts",
  "prompts-get-embedded-resource": "the bridge declares no prompts",
  "prompts-get-with-image": "the bridge declares no prompts",
} as const;

const suite = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));
const preload = new URL("./conformance-fixture.js", import.meta.url).href;

function conformance(...args: readonly string[]): Promise<Ran> {
  return run([process.execPath, "--import", preload, suite, ...args]);
}

t.test(
  "[bridge.conformance] the official suite's scenarios are all judged here: they apply, or it is said why not",
  async (t) => {
    const { stdout } = await conformance("list", "--server");
    const listed = [...stdout.matchAll(/^ +- (\S+)/gm)].map(([, name]) => name);
    t.strictSame(listed.toSorted(), [...applicable, ...Object.keys(inapplicable)].toSorted());
  },
);

t.test("[bridge.conformance] the bridge passes every scenario of the official suite that applies", async (t) => {
  const { port } = await startBridge(t, staticMode);
  const url = `http://127.0.0.1:${await authorisingProxy(t, port)}/mcp`;
  for (const scenario of applicable) {
    const { code, stdout, stderr } = await conformance("server", "--url", url, "--scenario", scenario);
    t.equal(code, 0, `${scenario}\n${stdout}${stderr}`);
    t.match(stdout, /Passed: ([1-9]\d*)\/\1, 0 failed/, scenario);
  }
});
