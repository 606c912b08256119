import t, { type Test } from "tap";
import { gate } from "./gate.ts";
import { type StandInOptions, startStandIn } from "./silverbullet.ts";

interface Got {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

async function start(t: Test, options: StandInOptions) {
  const standIn = await startStandIn(options);
  t.teardown(standIn.close);
  async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Got> {
    const response = await fetch(standIn.url + path, {
      method,
      headers: { "Accept-Encoding": "identity", ...headers },
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  }
  return { standIn, ask };
}

const files = { "a.md": "hello", "Folder/b.md": "b", ".hidden/c.md": "c", ".d.md": "d", plain: "e", "v1.5 notes": "f" };
const library = { "Library/Std.md": "std" };
const helloEtag = '"sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"';
const meta = {
  "content-type": "text/markdown",
  "x-content-length": "5",
  "x-permission": "rw",
  "x-created": /^\d{13}$/,
  "x-last-modified": /^\d{13}$/,
};

for (const profile of ["old", "new"] as const) {
  const options = { profile, files, library };
  const etag = profile === "new" ? helloEtag : undefined;

  t.test(`${profile}: the listing has six keys a row, and leaves out what is hidden or has no extension`, async (t) => {
    const { ask } = await start(t, options);
    for (const path of ["/.fs", "/.fs/"]) {
      const { status, headers, body } = await ask("GET", path);
      t.match([status, headers], [200, { "content-type": "application/json", "cache-control": "no-cache" }]);
      const rows = JSON.parse(body) as { name: string; perm: string }[];
      t.strictSame(
        rows.map(({ name, perm }) => `${name} ${perm}`),
        ["a.md rw", "Folder/b.md rw", "v1.5 notes rw", "Library/Std.md ro"],
      );
      for (const row of rows) {
        t.strictSame(Object.keys(row), ["name", "created", "lastModified", "contentType", "size", "perm"]);
      }
    }
  });

  t.test(`${profile}: a file is read by its exact name, listed or not, whole or its metadata only`, async (t) => {
    const { ask } = await start(t, options);
    t.match(await ask("GET", "/.fs/a.md"), {
      status: 200,
      headers: {
        ...meta,
        "x-content-type": "text/markdown",
        "last-modified": / GMT$/,
        "cache-control": "no-cache",
        etag,
      },
      body: "hello",
    });
    for (const [name, body] of Object.entries({ ...files, ...library })) {
      t.match(await ask("GET", `/.fs/${encodeURIComponent(name)}`), { status: 200, body }, name);
    }
    const seen = await ask("GET", "/.fs/a.md", { "X-Get-Meta": "1" });
    t.match(seen, { status: 200, headers: { ...meta, "cache-control": "no-store", etag }, body: "" });
    t.match(await ask("GET", "/.fs/a.md", { "X-Get-Meta": "cheap" }), { headers: { etag: undefined } });
    t.match(await ask("HEAD", "/.fs/a.md"), {
      status: 200,
      headers: { ...meta, "content-length": "5", etag },
      body: "",
    });
    const since = (await ask("GET", "/.fs/a.md")).headers["last-modified"] ?? "";
    t.match(await ask("GET", "/.fs/a.md", { "If-Modified-Since": since }), { status: 304, body: "" });
    const bytes = await ask("GET", "/.fs/a.md", { Accept: "application/octet-stream" });
    t.match(bytes.headers, { "content-type": "application/octet-stream", "x-content-type": "text/markdown" });
  });

  t.test(`${profile}: what is not there is 404; a folder has metadata but no body`, async (t) => {
    const { ask } = await start(t, options);
    for (const name of ["no.md", "Folder", "%2e%2e%2Fa.md", "a.md/b.md"]) {
      t.match(await ask("GET", `/.fs/${name}`), { status: 404, body: "404 page not found\n" }, name);
    }
    t.match(await ask("GET", "/.fs/Folder", { "X-Get-Meta": "1" }), { status: 200, headers: { etag: undefined } });
    t.match(await ask("GET", "/.fs/no.md", { "X-Get-Meta": "1" }), { status: 404 });
  });

  t.test(`${profile}: a file is made, overwritten and removed, its emptied folders with it`, async (t) => {
    const { standIn, ask } = await start(t, options);
    const put = await ask("PUT", "/.fs/New/Deep/x.md", {}, "hello");
    t.match(put, { status: 200, headers: { ...meta, "cache-control": "no-store", etag }, body: "OK" });
    t.equal(standIn.files.text("New/Deep/x.md"), "hello");
    const dated = await ask("PUT", "/.fs/a.md", { "X-Last-Modified": "1500000000000" }, "changed");
    t.match(dated.headers, { "x-last-modified": "1500000000000", "x-content-length": "7" });
    const removed = await ask("DELETE", "/.fs/New/Deep/x.md");
    t.match(removed, { status: 200, headers: { etag: undefined, "x-permission": undefined }, body: "OK" });
    t.match(await ask("GET", "/.fs/New", { "X-Get-Meta": "1" }), { status: 404 });
    t.match(await ask("DELETE", "/.fs/New/Deep/x.md"), { status: 404 });
  });

  t.test(`${profile}: what cannot be written or removed says why, and nothing changes`, async (t) => {
    const { standIn, ask } = await start(t, options);
    const before = standIn.files.names();
    const long = `${"x".repeat(254)}.md`;
    const faults: [method: string, name: string, status: number, body: string][] = [
      ["PUT", "..%2Fx.md", 403, "Path not in space"],
      ["PUT", "%2Fx.md", 403, "Path not in space"],
      ["DELETE", "..%2Fx.md", 403, "Path not in space"],
      ["PUT", "Library/Std.md", 403, "Read-only: Cannot write file Library/Std.md: read-only"],
      ["DELETE", "Library/Std.md", 403, "Read-only: Cannot delete file Library/Std.md: read-only"],
      ["PUT", "Folder", 500, "Could not write file: Folder: Is a directory (os error 21)"],
      ["PUT", "a.md/x.md", 500, "Could not write file: a.md/x.md: File exists (os error 17)"],
      ["PUT", long, 500, `Could not write file: ${long}: File name too long (os error 36)`],
      ["PUT", "a.md/y/x.md", 500, "Could not write file: a.md/y/x.md: Not a directory (os error 20)"],
      ["PUT", "New/", 500, "Could not write file: New/: Is a directory (os error 21)"],
      ["DELETE", "Folder", 500, "IO error: Is a directory (os error 21)"],
      ["DELETE", "a.md/x.md", 500, "IO error: Not a directory (os error 20)"],
      ["PUT", "%ff.md", 400, "Invalid URL: Invalid UTF-8 in `path`"],
      ["PATCH", "a.md", 405, ""],
    ];
    for (const [method, name, status, body] of faults) {
      t.match(await ask(method, `/.fs/${name}`, {}, "x"), { status, body }, `${method} ${name}`);
    }
    t.strictSame(standIn.files.names(), before);
    const readOnly = await start(t, { ...options, readOnly: true });
    const refused = { status: 403, body: "Read-only: Cannot write file a.md: read-only mode" };
    t.match(await readOnly.ask("PUT", "/.fs/a.md", {}, "x"), refused);
    t.match(await readOnly.ask("PUT", "/.fs/Library/Std.md", {}, "x"), { status: 403, body: /: read-only$/ });
  });

  t.test(`${profile}: any name goes over the wire`, async (t) => {
    const { standIn, ask } = await start(t, { profile });
    const names = [
      "C# notes.md",
      "100%.md",
      "a%20b.md",
      "what?.md",
      "日本.md",
      "v1.5 notes.md",
      "a+b.md",
      "A/B & C.md",
    ];
    for (const name of names) {
      t.match(await ask("PUT", `/.fs/${encodeURIComponent(name)}`, {}, name), { status: 200 }, name);
      t.match(await ask("GET", `/.fs/${encodeURIComponent(name).replaceAll("%2F", "/")}`), { body: name }, name);
    }
    t.strictSame(standIn.files.names(), names);
    t.strictSame(
      standIn.requests.map(({ file }) => file),
      names.flatMap((name) => [name, name]),
    );
  });

  t.test(`${profile}: with a user set only the token opens the space; a token alone leaves it open`, async (t) => {
    const { ask } = await start(t, { ...options, user: "me:secret", token: "T", prefix: "/wiki" });
    const refused = { status: 401, headers: { location: "/wiki/.auth" }, body: "Unauthorized" };
    for (const headers of [{}, { Authorization: "Bearer X" }, { Authorization: "bearer T" }, { Authorization: "T" }]) {
      t.match(await ask("GET", "/.fs", headers), refused);
      t.match(await ask("PUT", "/.fs/a.md", headers, "x"), refused);
      t.match(await ask("POST", "/.fs/a.md", headers, "x"), refused);
    }
    t.match(await ask("GET", "/.config"), refused);
    t.match(await ask("GET", "/a"), { status: 302, headers: { location: "/wiki/.auth?from=/a" } });
    t.match(await ask("GET", "/.ping"), { status: 200, body: "OK" });
    t.match(await ask("GET", "/.fs/a.md", { Authorization: "Bearer T" }), { status: 200 });
    const open = await start(t, { ...options, token: "T" });
    t.match(await open.ask("GET", "/.fs/a.md"), { status: 200 });
  });

  t.test(`${profile}: other paths get the client's page, and nothing stands outside of the prefix`, async (t) => {
    const { standIn, ask } = await start(t, { ...options, prefix: "/wiki" });
    for (const path of ["/", "/a", "/.fsx"]) {
      t.match(await ask("GET", path), { status: 200, headers: { "content-type": "text/html" }, body: /^<!DOCTYPE/ });
    }
    t.match(await ask("GET", "/.config"), { status: 200, body: /"readOnly":false/ });
    const outside = await fetch(new URL("/.fs", standIn.url));
    t.match([outside.status, await outside.text()], [404, /No space here/]);
    t.equal((await fetch(new URL("/.instance", standIn.url))).headers.get("access-control-allow-origin"), "*");
  });
}

const otherEtag = helloEtag.replace("2cf2", "2cf3");
const weak = `W/${helloEtag}`;

t.test("new: a write happens only where its preconditions hold, and what cannot be evaluated fails", async (t) => {
  const current = { "x-content-length": "5", etag: helloEtag };
  const nothing = { "x-content-length": undefined, etag: undefined };
  const rows: [method: string, name: string, headers: Record<string, string>, status: number, shown?: object][] = [
    ["PUT", "a.md", { "If-Match": helloEtag }, 200],
    ["PUT", "a.md", { "If-Match": helloEtag.toUpperCase().replace("SHA", "sha") }, 200],
    ["PUT", "a.md", { "If-Match": helloEtag.replaceAll('"', "") }, 200],
    ["PUT", "a.md", { "If-Match": "*" }, 200],
    ["PUT", "a.md", { "If-Match": otherEtag }, 412, current],
    ["PUT", "a.md", { "If-Match": weak }, 412, nothing],
    ["PUT", "a.md", { "If-Match": '"5"' }, 412, nothing],
    ["PUT", "a.md", { "If-None-Match": "*" }, 412, current],
    ["PUT", "a.md", { "If-None-Match": helloEtag }, 412, nothing],
    ["PUT", "no.md", { "If-Match": "*" }, 412, nothing],
    ["PUT", "no.md", { "If-Match": helloEtag }, 412, nothing],
    ["PUT", "no.md", { "If-None-Match": "*" }, 200],
    ["DELETE", "a.md", { "If-Match": otherEtag }, 412, current],
    ["DELETE", "no.md", { "If-Match": "*" }, 412, nothing],
    ["DELETE", "a.md", { "If-Match": helloEtag, "If-None-Match": "*" }, 200],
  ];
  for (const [method, name, headers, status, shown] of rows) {
    const { standIn, ask } = await start(t, { profile: "new", files: { "a.md": "hello" } });
    const got = await ask(method, `/.fs/${name}`, headers, method === "PUT" ? "changed" : undefined);
    const what = `${method} ${name} ${JSON.stringify(headers)}`;
    t.equal(got.status, status, what);
    if (status === 412)
      t.match(got, { headers: { "cache-control": "no-store", ...shown }, body: "Precondition Failed" });
    t.equal(standIn.files.text("a.md") === "hello", status === 412 || name === "no.md", `${what}: a.md`);
  }
});

t.test("new: HEAD shows an etag once the server has hashed these bytes", async (t) => {
  const { standIn, ask } = await start(t, { profile: "new", files: { "a.md": "hello" } });
  t.match(await ask("HEAD", "/.fs/a.md"), { status: 200, headers: { etag: undefined } });
  await ask("GET", "/.fs/a.md");
  t.match(await ask("HEAD", "/.fs/a.md"), { headers: { etag: helloEtag } });
  standIn.files.set("a.md", "other");
  t.match(await ask("HEAD", "/.fs/a.md"), { headers: { etag: undefined } });
  standIn.files.set("Folder/b.md", "b");
  t.match(await ask("HEAD", "/.fs/Folder"), { status: 200, headers: { etag: undefined } });
});

t.test("old: preconditions are not looked at", async (t) => {
  const { standIn, ask } = await start(t, { profile: "old", files: { "a.md": "hello" } });
  for (const headers of [{ "If-Match": otherEtag }, { "If-None-Match": "*" }]) {
    t.match(await ask("PUT", "/.fs/a.md", headers, "changed"), { status: 200, headers: { etag: undefined } });
    t.equal(standIn.files.text("a.md"), "changed");
  }
  t.match(await ask("DELETE", "/.fs/a.md", { "If-Match": otherEtag }), { status: 200 });
});

t.test("a long body is compressed for a client that takes it, its etag as before", async (t) => {
  const { ask } = await start(t, { profile: "new", files: { "a.md": "hello ".repeat(9) } });
  const plain = await ask("GET", "/.fs/a.md");
  for (const encoding of ["gzip", "br"]) {
    const packed = await ask("GET", "/.fs/a.md", { "Accept-Encoding": encoding });
    const headers = { "content-encoding": encoding, "content-length": undefined, "x-content-length": "54" };
    t.match(packed, { headers: { ...headers, etag: plain.headers.etag }, body: plain.body });
  }
});

t.test("a script answers in the server's place, and changes files before and after it acts", async (t) => {
  const { standIn, ask } = await start(t, { profile: "new", files: { "a.md": "hello" } });
  standIn.onRequest = () => ({ status: 503, headers: { "Retry-After": "7" }, body: "busy" });
  t.match(await ask("PUT", "/.fs/a.md", {}, "x"), { status: 503, headers: { "retry-after": "7" }, body: "busy" });
  t.equal(standIn.files.text("a.md"), "hello");

  standIn.onRequest = ({ method, file, body }) => {
    standIn.files.set("a.md", `${method} ${file} ${body}`);
    return undefined;
  };
  t.match(await ask("PUT", "/.fs/a.md", { "If-Match": helloEtag }, "x"), { status: 412 });
  t.equal(standIn.files.text("a.md"), "PUT a.md x");

  standIn.onRequest = undefined;
  standIn.onReply = (_request, reply) => {
    standIn.files.set("a.md", "after");
    return reply;
  };
  t.match(await ask("PUT", "/.fs/a.md", {}, "x"), { status: 200, body: "OK" });
  t.equal(standIn.files.text("a.md"), "after");
});

t.test("a script can hold an answer back, break it, and hang up", async (t) => {
  const { standIn, ask } = await start(t, { profile: "old", files: { "a.md": "hello" } });
  const [reached, held] = [gate(), gate()];
  standIn.onRequest = async () => {
    reached.open();
    await held.opened;
    return undefined;
  };
  let isAnswered = false;
  const asked = ask("GET", "/.fs/a.md").then((got) => {
    isAnswered = true;
    return got;
  });
  await reached.opened;
  t.notOk(isAnswered);
  held.open();
  t.match(await asked, { status: 200, body: "hello" });

  for (const cutAfter of [0, 3]) {
    standIn.onRequest = () => ({ status: 200, body: "hello", cutAfter });
    await t.rejects(ask("GET", "/.fs/a.md"), `cut after ${cutAfter} bytes`);
  }
  standIn.onRequest = () => ({ status: 200, headers: { "Content-Length": "3" }, body: "hello" });
  t.match(await ask("GET", "/.fs/a.md"), { body: "hel" });
  standIn.onRequest = () => "hang-up";
  await t.rejects(ask("GET", "/.fs/a.md"));
});

t.test("closing breaks what is open, and may be done twice", async (t) => {
  const { standIn, ask } = await start(t, { profile: "old" });
  const reached = gate();
  standIn.onRequest = () => {
    reached.open();
    return new Promise(() => {});
  };
  const asked = t.rejects(ask("GET", "/.fs"));
  await reached.opened;
  await standIn.close();
  await asked;
  await standIn.close();
});
