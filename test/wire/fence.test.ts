import { execFileSync } from "node:child_process";
import { chmod, mkdir, rename, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import t from "tap";
import { rawClient } from "./raw-client.ts";
import { call, cite, makeFolder, makeVault } from "./vault.ts";

const quote = "precise quotation";

t.test("[fence.links] a link inside is followed and the real path recorded, one that leads out is not", async (t) => {
  const outside = await makeFolder(t);
  await writeFile(`${outside}/secret.md`, quote);
  const vault = await makeVault(t);
  const links = {
    "Mage/to-file.md": "../Arc/source.md",
    "Mage/to-link.md": "to-file.md",
    "Mage/to-folder": "../Arc",
    "Mage/absolute.md": vault.path("Arc/source.md"),
    "Mage/out.md": `${outside}/secret.md`,
    "Mage/out-missing.md": `${outside}/missing.md`,
    "Mage/out-folder": outside,
    "Mage/up.md": "../../etc/passwd",
    "Mage/dangling.md": "none.md",
    "Mage/loop.md": "loop.md",
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, vault.path(name));
  const client = rawClient(t, vault.root);
  let pages = 0;
  const cited = (source: string) => client.writePage(call(`Mage/${++pages}.md`, cite(source, { quote })));
  for (const source of ["to-file.md", "to-link.md", "to-folder/source.md", "absolute.md"]) {
    const { record } = await cited(`Mage/${source}`);
    t.equal(record?.sources[0].identity.path, "Arc/source.md", source);
  }
  const at = "/derived_from/0/source";
  for (const source of ["out.md", "out-missing.md", "out-folder/secret.md", "out-folder/missing.md", "up.md"]) {
    const refusal = await cited(`Mage/${source}`);
    t.match(refusal, { reason: "ESCAPES", at, detail: JSON.stringify(`Mage/${source}`) }, source);
  }
  t.match(await cited("Mage/dangling.md"), { reason: "MISSING", at });
  t.match(await cited("Mage/loop.md"), { reason: "ELOOP", at });
});

t.test("[fence.parent-alias] a page's folder is reached by its own name or not at all", async (t) => {
  const outside = await makeFolder(t);
  const vault = await makeVault(t, { "Mage/hidden/page.md": "" });
  await symlink("hidden", vault.path("Mage/inside"));
  await symlink(outside, vault.path("Mage/outside"));
  await symlink("hidden-too", vault.path("Mage/dangling"));
  const before = await vault.snapshot();
  const client = rawClient(t, vault.root);
  for (const path of ["Mage/inside/page.md", "Mage/outside/a.md", "Mage/outside/b/c.md", "Mage/dangling/a.md"]) {
    const refusal = await client.writePage(call(path));
    t.match(
      refusal,
      { reason: "PARENT_ALIAS", at: "/path", detail: JSON.stringify(path) },
      "whatever stands behind it",
    );
    t.notMatch(refusal.detail, /hidden/);
  }
  t.strictSame(await vault.snapshot(), before);
});

t.test("[fence.exclusive] a page never goes through, over or into what has its name", async (t) => {
  const outside = await makeFolder(t);
  const vault = await makeVault(t, { "Mage/taken.md": "taken" });
  await symlink("taken.md", vault.path("Mage/link.md"));
  await symlink(`${outside}/new.md`, vault.path("Mage/dangling.md"));
  await mkdir(vault.path("Mage/folder.md"));
  execFileSync("mkfifo", [vault.path("Mage/fifo.md")]);
  const before = await vault.snapshot();
  const client = rawClient(t, vault.root);
  for (const name of ["taken", "link", "dangling", "folder", "fifo"]) {
    t.match(await client.writePage(call(`Mage/${name}.md`)), { reason: "EXISTS", at: "/path" }, name);
  }
  t.strictSame(await vault.snapshot(), before);
});

t.test("[fence.exclusive] a new file's mode is 0666 less the umask", async (t) => {
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root, { under: ["bash", "-c", 'umask 027 && exec "$@"', "bash"] });
  t.match(await client.writePage(call("Mage/a.md")), { ok: true });
  for (const name of ["Mage/a.md", ".wyrd/lineage.jsonl", ".wyrd/scribe.json"]) {
    t.equal((await stat(vault.path(name))).mode & 0o777, 0o640, name);
  }
});

t.test("[fence.exclusive] of many calls for one page at once, one is granted", async (t) => {
  const vault = await makeVault(t);
  const clients = [rawClient(t, vault.root), rawClient(t, vault.root)];
  for (const client of clients) await client.initialize();
  for (let id = 0; id < 20; id++)
    for (const client of clients) client.postPage(id, call("Mage/a.md", { content: `${id}` }));
  const outcomes: string[] = [];
  for (let id = 0; id < 20; id++) {
    for (const client of clients) outcomes.push((await client.answer(id)).result.structuredContent.reason ?? "written");
  }
  t.equal(outcomes.filter((outcome) => outcome === "written").length, 1);
  t.equal(outcomes.filter((outcome) => outcome === "EXISTS").length, 39);
  t.equal((await vault.records()).length, 1);
});

t.test("[fence.not-a-file] a FIFO, a socket and a folder are refused at once as sources", async (t) => {
  const vault = await makeVault(t);
  execFileSync("mkfifo", [vault.path("Arc/fifo.md")]);
  const socket = createServer().listen(vault.path("Arc/socket.md"));
  t.teardown(() => socket.close());
  const client = rawClient(t, vault.root);
  for (const source of ["Arc/fifo.md", "Arc/socket.md", "Arc"]) {
    const refusal = await client.writePage(call("Mage/a.md", cite(source, { quote })));
    t.match(refusal, { reason: "NOT_A_FILE", at: "/derived_from/0/source" }, source);
  }
});

t.test("[fence.root-moved] a grant that was moved, or replaced, is written to no more", async (t) => {
  const base = await makeVault(t);
  const vault = await makeVault(t);
  const client = rawClient(t, vault.root);
  t.match(await client.writePage(call("Mage/a.md")), { ok: true });
  await rename(vault.root, base.path("moved"));
  t.match(await client.writePage(call("Mage/b.md")), { reason: "ROOT_MOVED" });
  for (const folder of ["", ".wyrd", "Mage"]) await mkdir(vault.path(folder));
  t.match(await client.writePage(call("Mage/b.md")), { reason: "ROOT_MOVED" });
  t.equal(await base.text("moved/Mage/b.md"), null);
  t.equal(await vault.text("Mage/b.md"), null);
});

t.test("[fence.contained] what the system denies is refused without the host's path", async (t) => {
  if (process.getuid?.() === 0) return t.comment("the superuser is denied nothing");
  const vault = await makeVault(t, { "Arc/denied.md": quote, "Mage/denied/page.md": "" });
  await chmod(vault.path("Arc/denied.md"), 0);
  await chmod(vault.path("Mage/denied"), 0o500);
  const client = rawClient(t, vault.root);
  t.match(await client.writePage(call("Mage/a.md", cite("Arc/denied.md", { quote }))), { reason: "DENIED" });
  t.match(await client.writePage(call("Mage/denied/a.md")), { reason: "DENIED", at: "/path" });
});
