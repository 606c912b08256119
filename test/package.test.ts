import { cp } from "node:fs/promises";
import t, { type Test } from "tap";
import { product } from "../src/core/product.ts";
import { rawClient } from "./wire/raw-client.ts";
import { run } from "./wire/run.ts";
import { sdkClient } from "./wire/sdk-client.ts";
import { call, makeFolder, makeVault } from "./wire/vault.ts";

t.setTimeout(120_000);

const project = new URL("../../", import.meta.url);
const built = new URL("../", import.meta.url);

/** Packs the project as it is built, from a copy that no other build disturbs. Gives the tarball and the names in it. */
async function pack(t: Test): Promise<{ readonly tarball: string; readonly names: string[] }> {
  const copy = await makeFolder(t);
  for (const name of ["package.json", "README.md", "CHANGELOG.md", "LICENSE"]) {
    await cp(new URL(name, project), `${copy}/${name}`);
  }
  await cp(new URL("docs", project), `${copy}/docs`, { recursive: true });
  await cp(built, `${copy}/dist`, { recursive: true });
  const { stdout } = await run(["npm", "pack", "--ignore-scripts", "--json", "--pack-destination", copy, copy]);
  const [{ filename, files }] = JSON.parse(stdout);
  return { tarball: `${copy}/${filename}`, names: files.map(({ path }: { path: string }) => path) };
}

t.test("[package.ships-what-runs] the tarball holds what runs, documentation, changelog and licence", async (t) => {
  const { names } = await pack(t);
  const runs = /^(package\.json|dist\/package\.json|dist\/src\/.*\.js|dist\/schemas\/.*\.json)$/;
  t.strictSame(
    names.filter((name) => !runs.test(name)),
    [
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "docs/performance.md",
      "docs/recovery.md",
      "docs/reliability.md",
      "docs/silverbullet.md",
    ],
  );
});

t.test("[package.installs] installed elsewhere, it is launched by name and does its work", async (t) => {
  const { tarball } = await pack(t);
  const prefix = await makeFolder(t);
  const options = ["--prefix", prefix, "--prefer-offline", "--no-audit", "--no-fund"];
  const installed = await run(["npm", "install", "-g", ...options, tarball]);
  t.equal(installed.code, 0, installed.stderr);
  const program = [`${prefix}/bin/wyrd-scribe`];
  t.strictSame(await run([...program, "--version"]), { code: 0, stdout: `${product.version}\n`, stderr: "" });

  const bridge = await run([`${prefix}/bin/mcp-silverbullet`, "--version"]);
  t.match(bridge, { code: 0, stdout: product.version, stderr: "" });

  const vault = await makeVault(t);
  const { client, writePage } = await sdkClient(t, vault.root, program);
  t.match((await client.listTools()).tools, [{ name: "write_page" }]);
  t.match(await writePage(call("Mage/by-sdk.md")), { structuredContent: { ok: true } });

  const raw = rawClient(t, vault.root, { program });
  raw.postPage(1, call("Mage/by-lines.md"));
  const exit = raw.end();
  t.match(await raw.answer(1), { result: { structuredContent: { ok: true } } });
  t.match(await exit, { code: 0 });
  t.equal((await vault.records()).length, 2);
});
