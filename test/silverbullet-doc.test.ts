import { readFile } from "node:fs/promises";
import t from "tap";
import { limits } from "../src/core/limits.ts";
import { spaceInputSchemas } from "../src/core/space/contract.ts";
import { readPageName } from "../src/core/space/page-name.ts";
import { spaceRefusals } from "../src/core/space/refusal.ts";
import { classifyBytes } from "../src/main/bridge/http/strange-bytes.ts";
import { type Environment, readSettings } from "../src/main/bridge/read-settings.ts";
import { startSpace } from "./bridge/bridge.ts";
import { doc, marked, quoted, rows } from "./silverbullet-doc.ts";
import { spaceRefusalTable } from "./space-refusal-table.ts";

const inJwtMode: Environment = {
  MCP_SILVERBULLET_JWT_ISSUER: "https://issuer.test",
  MCP_SILVERBULLET_JWT_AUDIENCE: "pages",
  MCP_SILVERBULLET_JWT_JWKS_URL: "https://issuer.test/keys",
};

t.test("[bridge.doc-settings] the table has every variable that is read, and no other", async (t) => {
  const read = new Set<string>();
  for (const mode of ["jwt", "static"]) {
    const env = { MCP_SILVERBULLET_AUTH_MODE: mode } as Environment;
    const get = (target: Environment, name: string) => {
      read.add(name);
      return target[name];
    };
    readSettings(new Proxy(env, { get }));
  }
  const names = rows("settings").flatMap(([name = ""]) => quoted(name));
  t.strictSame(names.toSorted(), [...read].sort());
});

t.test("[bridge.doc-settings] a default that is set changes nothing", async (t) => {
  const unset = readSettings(inJwtMode);
  t.equal(unset.ok, true);
  let tried = 0;
  for (const [name = "", shown = ""] of rows("settings")) {
    const [, value] = /^`([^`]*)`$/.exec(shown) ?? [];
    if (value === undefined || value.includes("HOST")) continue;
    t.strictSame(readSettings({ ...inJwtMode, [quoted(name)[0] ?? ""]: value }), unset, name);
    tried++;
  }
  t.equal(tried, 10);
});

t.test(
  "[bridge.doc-tools] the table has every tool with its arguments, and tells which are behind the gate",
  async (t) => {
    const { client } = await startSpace(t, { profile: "new" });
    const open = await startSpace(t, { profile: "new" }, { JOURNAL_TOOLS: "1", SPACE_PATH: t.testdir({}) });
    const names = async (from: typeof client) => (await from.listTools()).tools.map(({ name }) => name);
    const told = rows("tools").map(([name = "", args = ""]) => {
      return { name: quoted(name)[0] ?? "", isGated: name.endsWith("(gate)"), args: quoted(args) };
    });
    t.strictSame(
      told.map(({ name }) => name),
      await names(open.client),
    );
    t.strictSame(
      told.filter(({ isGated }) => !isGated).map(({ name }) => name),
      await names(client),
    );
    for (const { name, args } of told) {
      const { properties, required = [] } = spaceInputSchemas[name as keyof typeof spaceInputSchemas] as Schema;
      const expected = Object.keys(properties).map(
        (argument) => `${argument}${required.includes(argument) ? "" : "?"}`,
      );
      t.strictSame(args.toSorted(), expected.sort(), name);
    }
  },
);

interface Schema {
  readonly properties: object;
  readonly required?: readonly string[];
}

t.test("[bridge.doc-refusals] the table is that of the code, and the section on tools names every code", async (t) => {
  t.equal(marked("refusals"), spaceRefusalTable());
  const [, section = ""] = /\n## Tools\n(.*?)\n## /s.exec(doc) ?? [];
  const told = new Set(quoted(section).filter((word) => /^[A-Z]+(_[A-Z]+)*$/.test(word)));
  t.strictSame([...told].sort(), Object.keys(spaceRefusals).sort());
});

t.test("[bridge.doc-names] names are read as the table says", async (t) => {
  for (const [name = "", files = "", made = ""] of rows("names")) {
    const read = readPageName(quoted(name)[0] ?? "", "name");
    t.strictSame(read.ok && read.name.files, quoted(files), name);
    t.equal(read.ok && read.name.files.at(-1), quoted(made)[0], name);
  }
});

t.test("[bridge.doc-limits] the limits are those of the code", async (t) => {
  const count = (value: number): string => value.toLocaleString("en");
  const MiB = (bytes: number): string => `${bytes / 2 ** 20} MiB`;
  const { max_retries } = spaceInputSchemas.append_to_page.properties;
  const { limit } = spaceInputSchemas.recent_pages.properties;
  t.strictSame(
    rows("limits").map(([, value]) => value),
    [
      `${count(limits.callTextBytes)} bytes of UTF-8`,
      "4 MiB",
      MiB(limits.serverBodyBytes),
      MiB(limits.pageTextBytes),
      `${limits.connectMs / 1000} s, ${limits.readMs / 1000} s`,
      count(limits.serverConnections),
      `${max_retries.minimum} to ${max_retries.maximum}`,
      count(limits.listWidth),
      `${count(limit.maximum)} rows, ${count(limits.searchRows)} rows`,
      MiB(limits.spacePageBytes),
      count(limits.spaceDepth),
      `${count(limits.rowTextBytes)} bytes`,
    ],
  );
});

t.test("[bridge.doc-classes] what is no HTTP/1 is called as the table says", async (t) => {
  const samples = ["", "PRI * HTTP/2.0\r\n\r\n", "\x16\x03\x01\x02\x00", "\x05\x01\x00", "PROXY TCP4 127.0.0.1\r\n"];
  t.strictSame(
    rows("classes").map(([name = ""]) => quoted(name)[0]),
    samples.map((sample) => classifyBytes(Buffer.from(sample, "latin1"))),
  );
});

t.test("[bridge.doc-tools] the README names every tool", async (t) => {
  const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  const [, table = ""] = /\n\| tools \| what they do \|\n\|---\|---\|\n((?:\|.*\|\n)+)/.exec(readme) ?? [];
  const named = table.split("\n").flatMap((row) => quoted(row.split("|")[1] ?? ""));
  t.strictSame(named.sort(), Object.keys(spaceInputSchemas).sort());
});
