import t from "tap";
import { etagOf } from "../stand-in/preconditions.ts";
import { etag, refused, startSpaces } from "./bridge.ts";

const strange = Buffer.from("\ufeff---\r\na: 1\r\n---\r\n**bold** <b> [[x]]\u2028\u0000😀");
const notText = Buffer.from([0x61, 0xff, 0xfe, 0x62]);

for (const space of await startSpaces(t, { library: { "Library/Std.md": "std" } })) {
  const { profile, client, standIn, done, asked, fresh } = space;

  t.test(`[bridge.read-page] ${profile}: the raw source, its etag, size and time`, async (t) => {
    fresh();
    standIn.files.set("a.md", strange, 1_700_000_000_123);
    t.strictSame(await done("read_page", { name: "a.md" }), {
      body: strange.toString(),
      etag: etagOf(strange),
      size_bytes: strange.length,
      last_modified_ms: 1_700_000_000_123,
    });
    t.strictSame(asked(), ["GET a.md"]);
    fresh({ "empty.md": "", "long.md": "line\n".repeat(400_000), "bytes.md": notText });
    t.match(await done("read_page", { name: "empty" }), { body: "", etag: etagOf(Buffer.alloc(0)), size_bytes: 0 });
    t.match(await done("read_page", { name: "long" }), { size_bytes: 2_000_000 });
    t.match(await done("read_page", { name: "bytes" }), {
      body: "a\ufffd\ufffdb",
      etag: etagOf(notText),
      size_bytes: 4,
    });
    t.match(await done("read_page", { name: "Library/Std" }), { body: "std" });
    await refused(t, space, ["read_page", { name: "no" }], "PAGE_NOT_FOUND", "page not found: no.md", {
      page: "no.md",
      next_call: { tool: "list_pages", arguments: { contains: "no" } },
    });
  });

  t.test(
    `[bridge.page-exists] ${profile}: yes, no and broken are three answers, and no body is asked for`,
    async (t) => {
      fresh({ "a.md": "a", "Folder/b.md": "b" });
      t.strictSame(await done("page_exists", { name: "a.md" }), { result: true });
      t.match(await done("page_exists", { name: "b" }), { result: false, name_resolution: { resolved: "b.md" } });
      t.match(await done("page_exists", { name: "Folder" }), { result: false });
      t.strictSame(asked(), ["GET? a.md", "GET? b.md", "GET? Folder.md"]);
      standIn.onRequest = () => ({ status: 204 });
      t.strictSame(await done("page_exists", { name: "a.md" }), { result: true });
      for (const status of [304, 400, 410, 500, 503]) {
        standIn.onRequest = () => ({ status, headers: { "X-Content-Length": "1" } });
        const message = `silverbullet error: ${status}`;
        await refused(t, space, ["page_exists", { name: "a" }], "SERVER_ERROR", message, { status });
      }
      standIn.onRequest = () => ({ status: 401 });
      t.match(await space.call("page_exists", { name: "a" }), {
        isError: true,
        structuredContent: { code: "UNAUTHORIZED" },
      });
      standIn.onRequest = () => "hang-up";
      t.match(await space.call("page_exists", { name: "a" }), {
        isError: true,
        structuredContent: { code: "UNREACHABLE" },
      });
    },
  );

  t.test(`[bridge.diff-pages] ${profile}: two pages, or a page and a text, as a unified diff`, async (t) => {
    const lines = Array.from({ length: 12 }, (_, at) => `line ${at + 1}\n`);
    const other = lines.with(5, "changed\n");
    fresh({ "a.md": lines.join(""), "b.md": other.join("") });
    const page = (name: string, body: string) => ({
      name,
      body,
      etag: etag(body),
      size_bytes: Buffer.byteLength(body),
      last_modified_ms: Number,
    });
    const hunk = [
      "@@ -3,7 +3,7 @@",
      ...[" line 3", " line 4", " line 5", "-line 6", "+changed", " line 7", " line 8", " line 9"],
      "",
    ].join("\n");
    const both = await done("diff_pages", { name: "a.md", other_name: "b" });
    t.equal(both.diff, `--- a.md\n+++ b.md\n${hunk}`);
    t.match(both.name, page("a.md", lines.join("")));
    t.match(both.other, { ...page("b.md", other.join("")), name_resolution: { requested: "b", resolved: "b.md" } });
    t.notOk("name_resolution" in both.name);
    const text = await done("diff_pages", { name: "a.md", other_body: other.join("") });
    t.match(text.diff, /^--- a\.md\n\+\+\+ .+\n/);
    t.equal(text.diff.split("\n").slice(2).join("\n"), hunk);
    t.equal(text.other, null);
    for (const same of [{ other_name: "a" }, { other_body: lines.join("") }]) {
      t.equal((await done("diff_pages", { name: "a", ...same })).diff, "");
    }
    t.match(await done("diff_pages", { name: "a", other_body: "" }), { other: null, diff: /^-line 12$/m });
    await refused(t, space, ["diff_pages", { name: "no", other_name: "a" }], "PAGE_NOT_FOUND", "page not found: no.md");
    await refused(t, space, ["diff_pages", { name: "a", other_name: "no" }], "PAGE_NOT_FOUND", "page not found: no.md");
    asked();
    for (const args of [{}, { other_name: "b", other_body: "x" }, { other_name: "", other_body: "" }]) {
      const message = "pass exactly one of other_name or other_body";
      await refused(t, space, ["diff_pages", { name: "a", ...args }], "BAD_INPUT", message);
    }
    t.strictSame(asked(), []);
  });

  t.test(`[bridge.resource] ${profile}: a page is a resource, its JSON what read_page returns`, async (t) => {
    const files = {
      "a.md": "one",
      "Areas/C# notes.md": "two",
      "100%.md": "three",
      "日本.md": "four",
      "a%20b.md": "five",
    };
    fresh(files);
    const uris: [path: string, name: string][] = [
      ["a", "a"],
      ["a.md", "a.md"],
      ["Areas/C%23%20notes", "Areas/C# notes"],
      ["Areas%2FC%23%20notes", "Areas/C# notes"],
      ["100%25", "100%"],
      ["%E6%97%A5%E6%9C%AC", "日本"],
      ["日本", "日本"],
      ["a%2520b", "a%20b"],
    ];
    for (const [path, name] of uris) {
      const uri = `silverbullet://page/${path}`;
      const { contents } = await client.readResource({ uri });
      t.match(contents, [{ uri, mimeType: "application/json" }], path);
      const [content] = contents as { text: string }[];
      t.strictSame(JSON.parse(content?.text ?? ""), await done("read_page", { name }), path);
    }
  });

  t.test(
    `[bridge.resource] ${profile}: a page that is not there is -32602, trouble with the server -32603`,
    async (t) => {
      fresh();
      const read = (uri: string) => client.readResource({ uri });
      await t.rejects(read("silverbullet://page/no"), { code: -32602, message: /page not found: no\.md/ });
      asked();
      for (const path of ["", "%2e%2e/x", "..%2Fx", "%252e%252e/x", "/abs", "a//b", "100%"]) {
        await t.rejects(read(`silverbullet://page/${path}`), { code: -32602 }, path);
      }
      for (const uri of ["silverbullet://pages/a", "file:///a", "a"]) await t.rejects(read(uri), { code: -32602 }, uri);
      t.strictSame(asked(), []);
      standIn.onRequest = () => ({ status: 502 });
      await t.rejects(read("silverbullet://page/a"), { code: -32603, message: /silverbullet error: 502/ });
      standIn.onRequest = () => ({ status: 401 });
      await t.rejects(read("silverbullet://page/a"), { code: -32603, message: /\(401\)/ });
      standIn.onRequest = () => "hang-up";
      await t.rejects(read("silverbullet://page/a"), {
        code: -32603,
        message: /unreachable at http:\/\/127\.0\.0\.1:/,
      });
    },
  );
}
