import type { Test } from "tap";
import { locks } from "../../../../src/main/bridge/pages/locks.ts";
import type { Pages } from "../../../../src/main/bridge/pages/pages.ts";
import { silverBullet } from "../../../../src/main/bridge/silverbullet/client.ts";
import { editingTools } from "../../../../src/main/bridge/tools/editing.ts";
import { readingTools } from "../../../../src/main/bridge/tools/reading.ts";
import { taskTools } from "../../../../src/main/bridge/tools/tasks.ts";
import { writingTools } from "../../../../src/main/bridge/tools/writing.ts";
import type { Profile } from "../../../stand-in/file-routes.ts";
import { type StandIn, startStandIn } from "../../../stand-in/silverbullet.ts";
import type { Contents } from "../../../stand-in/space.ts";

export const profiles: readonly Profile[] = ["old", "new"];

/** What a tool answers, as tests look into it. */
export interface Outcome {
  readonly ok: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results
  readonly value?: any;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into refusals
  readonly refusal?: any;
}

type Call = (tool: string, input: object) => Promise<Outcome>;

export interface World {
  readonly standIn: StandIn;
  readonly pages: Pages;
  /** Calls a tool of this bridge. */
  readonly call: Call;
  /** Another bridge before the same server. */
  readonly another: () => Call;
}

/** A server and the routines of a bridge before it, in this process. */
export async function startWorld(t: Test, profile: Profile, files: Contents = {}): Promise<World> {
  const standIn = await startStandIn({ profile, files });
  const opened: Pages[] = [];
  t.teardown(async () => {
    await standIn.close();
    for (const { server } of opened) await server.close();
  });
  const open = (): Pages => {
    const pages = { server: silverBullet({ url: new URL(standIn.url), token: null }), locks: locks() };
    opened.push(pages);
    return pages;
  };
  const pages = open();
  return { standIn, pages, call: callerOf(pages), another: () => callerOf(open()) };
}

function callerOf(pages: Pages): Call {
  const rows = [...readingTools(pages), ...writingTools(pages), ...editingTools(pages), ...taskTools(pages, null)];
  const { signal } = new AbortController();
  return async (tool, input) => {
    const row = rows.find(({ name }) => name === tool);
    if (row === undefined) throw new Error(`no tool ${tool}`);
    return (await row.run(input as never, signal)) as Outcome;
  };
}
