import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Test } from "tap";
import { program } from "./raw-client.ts";
import { unwatched } from "./run.ts";
import { folderPrefix } from "./vault.ts";

export interface SdkClient {
  readonly client: Client;
  /** Calls write_page; the client validates what comes back against the declared output schema. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results
  writePage(args: object): Promise<CallToolResult & { structuredContent: any }>;
}

/** The official client, connected to a server of its own and closed when the test ends. No message may hold a vault's path. */
export async function sdkClient(t: Test, grant: string, command: readonly string[] = program): Promise<SdkClient> {
  const [first, ...args] = unwatched([...command, "--grant", grant]);
  const transport = new StdioClientTransport({ command: first, args, stderr: "ignore" });
  const client = new Client({ name: "official", version: "1" });
  t.teardown(() => client.close());
  await client.connect(transport);
  const hear = transport.onmessage;
  transport.onmessage = (message) => {
    assert(!JSON.stringify(message).includes(folderPrefix), "the path of a vault in a message");
    hear?.(message);
  };
  await client.listTools();
  return {
    client,
    writePage: async (args) =>
      (await client.callTool({ name: "write_page", arguments: { ...args } })) as CallToolResult & {
        structuredContent: object;
      },
  };
}
