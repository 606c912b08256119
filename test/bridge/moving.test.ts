import t from "tap";
import { etagOf } from "../stand-in/preconditions.ts";
import { etag, refused, type Structured, startSpaces, writesIn, written } from "./bridge.ts";

const stale = etag("some older text");

for (const space of await startSpaces(t)) {
  const { profile, standIn, done, asked, fresh } = space;

  t.test(`[bridge.move-page] ${profile}: the text goes to the new name, then the old page goes`, async (t) => {
    const text = "\ufeffone\r\ntwo\u2028";
    fresh({ "a.md": text });
    t.match(await done("move_page", { name: "a", new_name: "Deep/b" }), {
      ...written("Deep/b.md", text),
      name_resolution: { requested: "Deep/b", resolved: "Deep/b.md", suffix_added: ".md" },
    });
    t.strictSame(standIn.files.get("Deep/b.md"), Buffer.from(text));
    t.strictSame(standIn.files.names(), ["Deep/b.md"]);
    const put = standIn.requests.findLast(({ method }) => method === "PUT");
    t.match(put?.headers, { "if-none-match": "*" }, "a server that knows etags holds the write to it");
    const changes = writesIn(asked());
    t.strictSame(changes, ["PUT Deep/b.md", "DELETE a.md"]);
    t.match(await done("move_page", { name: "Deep/b", new_name: "c.txt", if_match: etag(text), max_retries: 0 }), {
      ...written("c.txt", text),
    });
    t.strictSame(standIn.files.names(), ["c.txt"]);
  });

  t.test(`[bridge.move-page] ${profile}: bytes that are no text are moved as they are`, async (t) => {
    const bytes = Buffer.from([0xff, 0x00, 0xfe]);
    fresh({ "a.png": bytes });
    t.match(await done("move_page", { name: "a.png", new_name: "b.png" }), { name: "b.png", etag: etagOf(bytes) });
    t.strictSame(standIn.files.get("b.png"), bytes);
  });

  t.test(`[bridge.move-page] ${profile}: nothing is overwritten, and the same name changes nothing`, async (t) => {
    fresh({ "a.md": "a", "b.md": "b" });
    await refused(
      t,
      space,
      ["move_page", { name: "a", new_name: "b" }],
      "DESTINATION_EXISTS",
      "destination page already exists: b.md; refusing to overwrite",
      { page: "b.md" },
    );
    for (const new_name of ["a", "a.md", " a "]) {
      t.match(await done("move_page", { name: "a", new_name, if_match: stale }), written("a.md", "a"));
    }
    t.strictSame(writesIn(asked()), []);
    t.strictSame([standIn.files.text("a.md"), standIn.files.text("b.md")], ["a", "b"]);
    await refused(t, space, ["move_page", { name: "no", new_name: "c" }], "PAGE_NOT_FOUND", "page not found: no.md");
    await refused(t, space, ["move_page", { name: "no", new_name: "no" }], "PAGE_NOT_FOUND", "page not found: no.md");
  });

  t.test(
    `[bridge.move-page] ${profile}: when the old page cannot be deleted, both exist and the refusal says so`,
    async (t) => {
      const faults: [reply: Structured, cause: string][] = [
        [{ status: 500 }, "silverbullet error: 500"],
        [
          { status: 403, body: "Read-only: x" },
          "silverbullet refused the request (403): the space or the page is read-only",
        ],
        ["hang-up", `silverbullet unreachable at ${standIn.url}; check that it runs there`],
      ];
      for (const [reply, cause] of faults) {
        fresh({ "old.md": "text" });
        standIn.onRequest = ({ method }) => (method === "DELETE" ? reply : undefined);
        await refused(
          t,
          space,
          ["move_page", { name: "old", new_name: "new" }],
          "MOVED_NOT_DELETED",
          `moved body to new.md but failed to delete old.md: ${cause}; both now exist`,
          { page: "new.md", old: "old.md", next_call: { tool: "delete_page", arguments: { name: "old.md" } } },
        );
        t.strictSame([standIn.files.text("old.md"), standIn.files.text("new.md")], ["text", "text"]);
      }
    },
  );

  t.test(
    `[bridge.move-page] ${profile}: an old page that changed is kept, one that is gone already is no failure`,
    async (t) => {
      fresh({ "old.md": "text" });
      standIn.onReply = ({ method }) => {
        if (method === "PUT") standIn.files.set("old.md", "TEXT");
        return undefined;
      };
      await refused(
        t,
        space,
        ["move_page", { name: "old", new_name: "new" }],
        "MOVED_OLD_CHANGED",
        "moved body to new.md but old.md was changed meanwhile and is kept",
        { page: "new.md", old: "old.md" },
      );
      t.strictSame([standIn.files.text("old.md"), standIn.files.text("new.md")], ["TEXT", "text"]);

      fresh({ "old.md": "text" });
      standIn.onReply = ({ method }) => {
        if (method === "PUT") standIn.files.delete("old.md");
        return undefined;
      };
      t.match(await done("move_page", { name: "old", new_name: "new" }), written("new.md", "text"));
      t.strictSame(standIn.files.names(), ["new.md"]);
    },
  );
}
