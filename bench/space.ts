import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { connect, type Session } from "../test/bridge/bridge.ts";
import { type Owner, startBridge, staticMode, staticToken } from "../test/bridge/executable.ts";
import { startStandIn } from "../test/stand-in/silverbullet.ts";
import type { Case } from "./case.ts";
import { p99 } from "./large-sources.ts";
import { pairs, type Ratio } from "./pairs.ts";
import { line, newVault } from "./vaults.ts";

const perFolder = 500;

/** Fills a folder with pages that have tags, tasks and links, 2 KiB each. */
async function fill(root: string, pages: number): Promise<void> {
  for (let page = 0; page < pages; page++) {
    const folder = join(root, `Folder ${Math.floor(page / perFolder)}`);
    if (page % perFolder === 0) await mkdir(folder);
    const head = `---\ntags: [t${page % 50}]\n---\n- [ ] see [[Page ${page + 1}]]\n`;
    const text = Array.from({ length: 20 }, (_, at) => line(20 * page + at)).join("");
    await writeFile(join(folder, `Page ${page}.md`), head + text);
  }
}

/** Each of these goes through the whole space. */
function searches(pages: number): readonly (readonly [tool: string, args: object])[] {
  return [
    ["search_pages", { query: line(20 * pages - 1).slice(0, 60) }],
    ["find_backlinks", { target: `Page ${pages}` }],
    ["pages_touching_topic", { query: `see [[page ${pages}]]` }],
    ["tag_summary", {}],
  ];
}

async function searchFor(ms: number, { done }: Session, pages: number): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end; ) {
    for (const [tool, args] of searches(pages)) {
      const found = await done(tool, args);
      if (Object.keys(found.result ?? found).length === 0) throw new Error(`${tool} found nothing`);
    }
  }
}

/** Sends a ping on a connection that is kept alive. */
async function ping(port: number): Promise<void> {
  const headers = {
    authorization: `Bearer ${staticToken}`,
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers, body });
  const answer = await response.text();
  if (!answer.includes('"result":{}')) throw new Error(`the ping was answered ${answer}`);
}

/** Pings of a bridge over HTTP while its threads search a space on disk. */
export function searchedSpace(quick: boolean): Case[] {
  const pages = quick ? 2000 : 20_000;
  const ms = quick ? 1000 : 3000;
  const ratio = async (): Promise<Ratio> => {
    const stops: (() => unknown)[] = [];
    const owner: Owner = { teardown: (stop) => void stops.unshift(stop) };
    try {
      const root = await newVault();
      await fill(root, pages);
      const { url, close } = await startStandIn({ profile: "new" });
      owner.teardown(close);
      const variables = { ...staticMode, SB_URL: url, JOURNAL_TOOLS: "1", SPACE_PATH: root };
      const { port } = await startBridge(owner, variables);
      const session = await connect(owner, port);
      const busy = () => p99(() => ping(port), searchFor(ms, session, pages));
      const rest = () => p99(() => ping(port), setTimeout(ms));
      await busy();
      return await pairs(quick ? 2 : 5, busy, rest);
    } finally {
      for (const stop of stops) await stop();
    }
  };
  const name = `p99 of ping while a space of ${pages.toLocaleString("en")} pages is searched`;
  return [{ name, peer: "at rest", bar: "≤ 3", ratio }];
}
