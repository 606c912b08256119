import t from "tap";
import { etag, refused, startSpaces, written } from "./bridge.ts";

for (const space of await startSpaces(t)) {
  const { profile, standIn, done, asked, fresh } = space;
  const sent = (): object => standIn.requests.at(-1)?.headers ?? {};
  const isNew = profile === "new";

  t.test(
    `[bridge.write-page] ${profile}: a page is created or overwritten with one request, and the etag returned`,
    async (t) => {
      fresh();
      t.match(await done("write_page", { name: "a", content: "ä\r\n" }), written("a.md", "ä\r\n"));
      t.match(await done("write_page", { name: "a.md", content: "two" }), written("a.md", "two"));
      t.strictSame(asked(), ["PUT a.md", "PUT a.md"]);
      t.equal(standIn.files.text("a.md"), "two");
      const headers = Object.keys(sent());
      t.strictSame(
        headers.filter((name) => /^(if-|x-|content-type)/.test(name)),
        ["content-type"],
        "no time is set",
      );
      for (const content of ["", " \n\t"]) {
        await refused(t, space, ["write_page", { name: "a", content }], "BAD_INPUT", "content must not be empty");
      }
      t.strictSame(asked(), []);
    },
  );

  t.test(`[bridge.create-page] ${profile}: a page is made, empty too, and never overwritten`, async (t) => {
    fresh();
    t.match(await done("create_page", { name: "a", content: "one" }), written("a.md", "one"));
    t.match(sent(), { "if-none-match": "*" });
    t.match(await done("create_page", { name: "b", content: "" }), written("b.md", ""));
    await refused(
      t,
      space,
      ["create_page", { name: "a", content: "two" }],
      "PAGE_EXISTS",
      "page already exists: a.md; use write_page to overwrite",
      { page: "a.md", next_call: { tool: "read_page", arguments: { name: "a.md" } } },
    );
    t.equal(standIn.files.text("a.md"), "one");
  });

  t.test(
    `[bridge.delete-page] ${profile}: a page is gone, and what is returned says nothing of it but its name`,
    async (t) => {
      const nothing = { etag: null, size_bytes: null, last_modified_ms: null, created_ms: null };
      fresh({ "a.md": "a", "b.md": "b", "c.md": "c" });
      t.strictSame(await done("delete_page", { name: "a.md" }), { name: "a.md", ...nothing });
      t.strictSame(asked(), ["DELETE a.md"]);
      t.match(await done("delete_page", { name: "b", if_match: etag("b") }), { name: "b.md", ...nothing });
      t.match(sent(), isNew ? { "if-match": etag("b") } : {});
      t.match(await done("delete_page", { name: "c", if_match: "*" }), { name: "c.md" });
      t.strictSame(standIn.files.names(), []);
      await refused(t, space, ["delete_page", { name: "a" }], "PAGE_NOT_FOUND", "page not found: a.md");
    },
  );
}
