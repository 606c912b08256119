import t from "tap";
import { etagOf, refused, type Structured, startSpaces, writesIn } from "./bridge.ts";

const etag = (text: string): string => etagOf(Buffer.from(text));
const stale = etag("some older text");

/** What a write returns. */
function written(name: string, text: string): object {
  return {
    name,
    etag: etag(text),
    size_bytes: Buffer.byteLength(text),
    last_modified_ms: Number,
    created_ms: Number,
  };
}

/** The 412 sentence. */
function failed(page: string, current: string): [code: string, message: string, facts: object] {
  const message =
    `precondition failed; check if_match/if_none_match; read_page("${page}") for the current etag and re-issue; ` +
    `current etag is ${current}`;
  return [
    "PRECONDITION_FAILED",
    message,
    { page, current_etag: current, next_call: { tool: "read_page", arguments: { name: page } } },
  ];
}

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

  t.test(`[bridge.if-match] ${profile}: the etag of a write opens the next one, and a stale one nothing`, async (t) => {
    fresh({ "w.md": "one" });
    const read = await done("read_page", { name: "w" });
    const first = await done("write_page", { name: "w", content: "two", if_match: read.etag });
    const second = await done("append_to_page", { name: "w", text: "2", if_match: first.etag });
    t.equal(second.etag, etag("two\n2"));
    t.match(await done("write_page", { name: "w", content: "3", if_match: second.etag }), written("w.md", "3"));
    t.match(sent(), isNew ? { "if-match": second.etag } : {});
    t.match(await done("write_page", { name: "w", content: "4", if_match: "*" }), written("w.md", "4"));
    t.match(await done("append_to_page", { name: "w", text: "5", if_match: "*" }), written("w.md", "4\n5"));

    const text = "4\n5";
    asked();
    const calls: [tool: string, args: object][] = [
      ["write_page", { content: "x" }],
      ["append_to_page", { text: "x" }],
      ["delete_page", {}],
    ];
    for (const [tool, args] of calls) {
      await refused(t, space, [tool, { name: "w", ...args, if_match: stale }], ...failed("w.md", etag(text)));
    }
    fresh({ "v.md": text });
    const others: [tool: string, args: object][] = [
      ["prepend_to_page", { name: "v", content: "x" }],
      ["patch_page_lines", { name: "v", start_line: 1, end_line: 1, new_content: "x" }],
      ["patch_page_replace", { name: "v", find: "4", new_string: "x" }],
    ];
    for (const [tool, args] of others) {
      await refused(t, space, [tool, { ...args, if_match: '"3"' }], ...failed("v.md", etag(text)));
    }
    fresh({ "u.md": "- [ ] [[r]]" });
    const current = etag("- [ ] [[r]]");
    await refused(t, space, ["check_task", { page: "u", ref: "r", if_match: stale }], ...failed("u.md", current));
    await refused(t, space, ["move_page", { name: "u", new_name: "t", if_match: stale }], ...failed("u.md", current));
    t.strictSame(writesIn(asked()), [], "nothing was written");
    t.strictSame(standIn.files.names(), ["u.md"]);
  });

  t.test(`[bridge.if-match] ${profile}: a page that must exist and does not is not made`, async (t) => {
    fresh();
    for (const if_match of ["*", stale]) {
      const calls: [tool: string, args: object][] = [
        ["write_page", { name: "no", content: "x", if_match }],
        ["delete_page", { name: "no", if_match }],
        ["append_to_page", { name: "no", text: "x", if_match }],
        ["move_page", { name: "no", new_name: "yes", if_match }],
      ];
      for (const call of calls) await refused(t, space, call, "PAGE_NOT_FOUND", "page not found: no.md");
    }
    t.strictSame(standIn.files.names(), []);
  });

  t.test(`[bridge.if-match] ${profile}: an edit of equal length is seen`, async (t) => {
    fresh({ "e.md": "one" });
    const read = await done("read_page", { name: "e" });
    standIn.files.set("e.md", "two", read.last_modified_ms);
    const call = ["write_page", { name: "e", content: "x", if_match: read.etag }] as const;
    await refused(t, space, call, ...failed("e.md", etag("two")));
    t.equal(standIn.files.text("e.md"), "two");
  });

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
          "silverbullet refused the change (403): the space or the page is read-only",
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
