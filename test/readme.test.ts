import { chmod, readFile, writeFile } from "node:fs/promises";
import t from "tap";
import { check } from "../src/core/contract.ts";
import { limits } from "../src/core/limits.ts";
import { refusalTable } from "./refusal-table.ts";
import { program, rawClient } from "./wire/raw-client.ts";
import { run } from "./wire/run.ts";
import { makeFolder, makeVault } from "./wire/vault.ts";

const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
const blocks = [...readme.matchAll(/(?:<!-- example: (\w+) -->\n)?```(\w+)\n(.*?)```\n/gs)].map(
  ([, example, language, text = ""]) => ({ example, language, text }),
);
const jsonBlocks = blocks.filter(({ language }) => language === "json").map(({ text }) => text);

function example(name: string): string {
  const block = blocks.find(({ example }) => example === name);
  if (block === undefined) throw new Error(`the README has no example ${name}`);
  return block.text;
}

/** With the ids and times that differ from run to run left out. */
function lasting(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>");
  return JSON.parse(text);
}

t.test("[readme.examples] the call gives the result, the same call again the refusal", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  const args = JSON.parse(example("arguments"));
  t.strictSame(lasting(await client.writePage(args)), lasting(JSON.parse(example("result"))));
  t.strictSame(await client.writePage(args), JSON.parse(example("refusal")));

  const { stdout } = await run(["sh", "-c", `cd "$0"\n${example("check")}`, vault.root]);
  const [record] = await vault.records();
  const [source] = record?.sources ?? [];
  t.strictSame(
    stdout.match(/[0-9a-f]{64}/g),
    [record?.page.content.digest, source?.content.digest, source?.spans[0]?.quote.sha256],
    "the check prints the digests of the record",
  );
});

t.test("[readme.examples] every JSON block is JSON, and the config shown is a config", async (t) => {
  t.equal(jsonBlocks.length, 5);
  const [config] = jsonBlocks.map((text) => JSON.parse(text)).filter(({ schema }) => schema === "wyrd.scribe/v1");
  t.ok(check("scribe-config", config).ok);
});

t.test("[readme.examples] the client configuration starts a server", async (t) => {
  const vault = await makeVault(t);
  const bin = await makeFolder(t);
  await writeFile(`${bin}/wyrd-scribe`, `#!/bin/sh\nexec ${program.map((word) => `"${word}"`).join(" ")} "$@"\n`);
  await chmod(`${bin}/wyrd-scribe`, 0o755);
  const env = { PATH: `${bin}:${process.env.PATH}` };

  const [text = ""] = jsonBlocks.filter((block) => block.includes("mcpServers"));
  const { command, args } = JSON.parse(text.replace("/absolute/path/to/folder", vault.root)).mcpServers["wyrd-scribe"];
  const client = rawClient(t, vault.root, { program: [command], args, env });
  t.match((await client.initialize()).result, { serverInfo: { name: "wyrd-scribe" } });
});

t.test("[readme.refusals] the table is that of the code", async (t) => {
  const [, table] = /<!-- refusals -->\n(.*?)<!-- \/refusals -->/s.exec(readme) ?? [];
  t.equal(table, refusalTable());
});

t.test("[write.limits] the README's limits are those of the code", async (t) => {
  const [, table = ""] = /\| limit \| value \|\n\|---\|---\|\n((?:\|.*\|\n)+)/.exec(readme) ?? [];
  const MiB = (bytes: number): string => `${bytes / 2 ** 20} MiB`;
  const bytes = (count: number): string => `${count.toLocaleString("en")} bytes`;
  t.strictSame(table.trim().split("\n"), [
    `| content of a page | ${MiB(limits.contentBytes)} |`,
    `| one message | ${MiB(limits.frameBytes)} |`,
    `| entries in \`derived_from\`, spans in all | ${limits.sources}, ${limits.spans} |`,
    `| a quote | ${MiB(limits.quoteBytes)} |`,
    `| a path, its last part | ${bytes(limits.pathBytes)}, ${bytes(limits.nameBytes)} |`,
    `| a ledger line | ${bytes(limits.lineBytes)} |`,
    "| size of a source | none |",
    `| size of a source in which hints are looked for | ${MiB(limits.hintFileBytes)} |`,
  ]);
  t.match(readme, `at most ${bytes(limits.excerptBytes)} of text are stored`);
});
