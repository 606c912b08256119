import t from "tap";
import { etag, refused, startSpaces, writesIn, written } from "./bridge.ts";

const stale = etag("some older text");

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

  t.test(
    `[bridge.concurrent-edit] ${profile}: a write over our own is told where the server could not keep it out`,
    async (t) => {
      const theirs = (): void => {
        standIn.onReply = ({ method }) => {
          if (method === "PUT") standIn.files.set("p.md", "THEIRS");
          return undefined;
        };
      };
      const args = { name: "p", content: "ours", if_match: etag("base") };
      fresh({ "p.md": "base" });
      theirs();
      if (isNew) {
        t.match(await done("write_page", args), written("p.md", "ours"), "it was written as the caller wanted");
      } else {
        const now = etag("THEIRS");
        const message =
          `concurrent edit detected on p.md: the page changed since we wrote at ${etag("ours")}; ` +
          `current etag is ${now} — re-issue the write with if_match=${now}`;
        const facts = {
          page: "p.md",
          written_etag: etag("ours"),
          current_etag: now,
          next_call: { tool: "read_page", arguments: { name: "p.md" } },
        };
        await refused(t, space, ["write_page", args], "CONCURRENT_EDIT", message, facts);
      }
      t.equal(standIn.files.text("p.md"), "THEIRS");

      fresh({ "p.md": "base" });
      theirs();
      t.match(
        await done("write_page", { name: "p", content: "ours" }),
        written("p.md", "ours"),
        "nothing was asked for",
      );

      fresh({ "p.md": "base" });
      let isWritten = false;
      standIn.onRequest = ({ method }) => {
        if (method === "PUT") isWritten = true;
        return isWritten && method === "GET" ? { status: 500 } : undefined;
      };
      t.match(await done("write_page", args), written("p.md", "ours"), "a look that fails claims no conflict");
    },
  );
}
