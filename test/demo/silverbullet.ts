import { connect, type Structured } from "../bridge/bridge.ts";
import { type Owner, startBridge, staticMode } from "../bridge/executable.ts";
import { startStandIn } from "../stand-in/silverbullet.ts";

/** Set to show it on a server of your own. The demo makes a page in the folder `Bridge demo` and removes it in the end. */
const { SILVERBULLET_URL: realUrl, SILVERBULLET_TOKEN: realToken = "" } = process.env;

const garden = "Bridge demo/Garden";
const plot = "Bridge demo/Vegetable garden";

/** What was started is ended in the end, the last one first. */
const started: (() => unknown)[] = [];
const owner: Owner = { teardown: (stop) => void started.unshift(stop) };

const server = realUrl === undefined ? await standIn() : { url: realUrl.replace(/\/+$/, ""), token: realToken };
const bridge = await startBridge(owner, { ...staticMode, SB_URL: server.url, SB_TOKEN: server.token });
try {
  await story();
  title("The bridge is told to end");
  bridge.child.kill("SIGTERM");
  const { code } = await bridge.exit();
  print(`  It finishes what runs, and its exit code is ${code}.`);
  process.exitCode = code ?? 1;
} catch (error) {
  print(`\n  The demo did not go as it should: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  for (const stop of started) await stop();
}

async function standIn(): Promise<{ readonly url: string; readonly token: string }> {
  const token = "the-token-of-silverbullet";
  const { url, close } = await startStandIn({ profile: "new", user: "me:secret", token });
  owner.teardown(close);
  print(
    "SilverBullet is a stand-in here that keeps its pages in memory. To use a server of your own, set SILVERBULLET_URL",
  );
  print("and, if it wants one, SILVERBULLET_TOKEN.");
  return { url, token };
}

async function story(): Promise<void> {
  const { client, call, done } = await connect(owner, bridge.port);
  print(`\n${bridge.stderr().trim()}`);
  const { tools } = await client.listTools();
  print(`The client is offered ${tools.length} tools.\n`);

  title("An agent makes a page, once");
  const written = "# Garden\n\n* [ ] Sow [[peas]]\n* [ ] Turn the [[compost]]\n";
  await writes("create_page", { name: garden, content: written });
  await refused("create_page", { name: garden, content: "Another page of that name.\n" });
  await shows("page_exists", { name: garden });

  title("It tries an edit, then makes it");
  const edit = { name: garden, find: "Sow [[peas]]", new_string: "Sow [[peas]] and [[beans]]" };
  const tried = await run("patch_page_replace", { ...edit, dry_run: true });
  quote(tried.diff);
  await writes("patch_page_replace", edit);
  await writes("append_to_page", { name: garden, text: "* [ ] Mend the [[fence]]\n" });

  title("Tasks are known by their link");
  const { result: tasks } = await run("list_tasks", { page: garden });
  for (const { line, state, ref, text } of tasks) print(`  line ${line}  [${state}]  ref ${ref}  ${text}`);
  print("");
  await writes("check_task", { page: garden, ref: "compost" });

  title("A person edits the page between the agent's look and its write");
  const seen = await run("read_page", { name: garden });
  print(`  ${seen.size_bytes} bytes, etag ${brief(seen.etag)}\n`);
  await personEdits(seen.body.replace("# Garden\n", "# Garden\n\nThe beans are already in!\n"));
  const mine = (body: string): string => body.replace("# Garden\n", "# Vegetable garden\n");
  const stale = { name: garden, content: mine(seen.body), if_match: seen.etag };
  const { next_call: next } = await refused("write_page", stale);
  print("  Nothing was overwritten. The agent does what the refusal advises, and keeps both edits:\n");
  const now = await run(next.tool, next.arguments);
  print(`  ${now.size_bytes} bytes, etag ${brief(now.etag)}\n`);
  await writes("write_page", { name: garden, content: mine(now.body), if_match: now.etag });

  title("The page gets the name of its heading");
  await writes("move_page", { name: garden, new_name: plot });
  const { diff } = await run("diff_pages", { name: plot, other_body: written });
  quote(diff);
  const { result: pages } = await run("list_pages", { prefix: "Bridge demo/" });
  for (const { name, size_bytes: bytes } of pages) print(`  ${name}  ${bytes} bytes`);
  print("");
  await writes("delete_page", { name: plot });
  await shows("page_exists", { name: plot });
  await client.close();

  /** Makes a call that must succeed. */
  function run(tool: string, args: object): Promise<Structured> {
    print(`${tool} ${short(args)}\n`);
    return done(tool, args);
  }

  async function writes(tool: string, args: object): Promise<void> {
    const { name, etag, size_bytes: bytes } = await run(tool, args);
    print(`  ✓ ${name}${etag === null ? " is gone" : `, ${bytes} bytes, etag ${brief(etag)}`}\n`);
  }

  async function shows(tool: string, args: object): Promise<void> {
    print(`  ${JSON.stringify(await run(tool, args))}\n`);
  }

  /** Makes a call that must be refused. */
  async function refused(tool: string, args: object): Promise<Structured> {
    print(`${tool} ${short(args)}\n`);
    const { isError, structuredContent } = await call(tool, args);
    if (!isError) throw new Error(`${tool} was not refused`);
    print(`  ✗ ${structuredContent.code}: ${brief(structuredContent.message)}\n`);
    return structuredContent;
  }
}

/** Another program writes the page, as SilverBullet's editor does. */
async function personEdits(text: string): Promise<void> {
  const path = `${garden}.md`.split("/").map(encodeURIComponent).join("/");
  const authorization: Record<string, string> = server.token === "" ? {} : { Authorization: `Bearer ${server.token}` };
  const { ok, status } = await fetch(`${server.url}/.fs/${path}`, {
    method: "PUT",
    headers: authorization,
    body: text,
  });
  if (!ok) throw new Error(`the person's edit was answered with ${status}`);
  print("  … the person writes: The beans are already in!\n");
}

function short(args: object): string {
  return brief(JSON.stringify(args)).replace(/("content":".{40}).*?"(?=[,}])/, '$1…"');
}

/** A text with its etags cut short. */
function brief(text: string): string {
  return text.replace(/(sha256:[0-9a-f]{8})[0-9a-f]{56}/g, "$1…");
}

function quote(text: string): void {
  print(`${text.trimEnd().replace(/^/gm, "  │ ")}\n`);
}

function title(text: string): void {
  print(`── ${text}\n`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
