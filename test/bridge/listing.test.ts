import t from "tap";
import { gate } from "../stand-in/gate.ts";
import { etag, refused, type Structured, startSpaces } from "./bridge.ts";

const names = (listed: Structured): string[] => listed.result.map(({ name }: { name: string }) => name);

const [spaces, hydrating] = await Promise.all([
  startSpaces(t, { library: { "Library/Std.md": "std" } }),
  startSpaces(t, {}, { LIST_PAGES_HYDRATE_ETAGS: "yes" }),
]);

for (const space of spaces) {
  const { profile, standIn, done, asked, fresh } = space;

  t.test(`[bridge.list-pages] ${profile}: the pages by name, with one request and without etags`, async (t) => {
    fresh({
      "b.md": "bb",
      "Areas/C# notes.md": "",
      "pic.png": "p",
      "plug.plug.js": "j",
      plain: "x",
      ".hidden.md": "h",
    });
    standIn.files.set("a.md", "ä", 1_700_000_000_123);
    const listed = await done("list_pages");
    t.strictSame(names(listed), ["Areas/C# notes.md", "Library/Std.md", "a.md", "b.md"]);
    t.strictSame(Object.keys(listed.result[2]), ["name", "etag", "size_bytes", "last_modified_ms", "created_ms"]);
    t.match(listed.result[2], { etag: null, size_bytes: 2, last_modified_ms: 1_700_000_000_123, created_ms: Number });
    t.strictSame(asked(), ["GET "]);
    t.match(standIn.requests.at(-1), { path: "/.fs", headers: { "x-sync-mode": "1" } });
  });

  t.test(
    `[bridge.list-pages] ${profile}: prefix is how a name starts, contains a part of it, both letter by letter`,
    async (t) => {
      fresh(
        Object.fromEntries(
          ["Areas/One.md", "Areas/Two.md", "areas/one.md", "x/Areas/One.md", "a.c.md", "abc.md"].map((name) => [
            name,
            "",
          ]),
        ),
      );
      const filters: [filter: object, found: string[]][] = [
        [{ prefix: "Areas/" }, ["Areas/One.md", "Areas/Two.md"]],
        [{ contains: "One" }, ["Areas/One.md", "x/Areas/One.md"]],
        [{ prefix: "Areas", contains: "One" }, ["Areas/One.md"]],
        [{ prefix: "areas" }, ["areas/one.md"]],
        [{ contains: "a.c" }, ["a.c.md"]],
        [{ prefix: "Areas/One.md" }, ["Areas/One.md"]],
        [{ prefix: "no" }, []],
        [
          { prefix: "", contains: "a" },
          ["Areas/One.md", "Areas/Two.md", "a.c.md", "abc.md", "areas/one.md", "x/Areas/One.md"],
        ],
      ];
      for (const [filter, found] of filters) {
        const listed = names(await done("list_pages", filter)).filter((name) => !name.startsWith("Library/"));
        t.strictSame(listed, found, JSON.stringify(filter));
      }
      t.strictSame(
        asked(),
        filters.map(() => "GET "),
      );
    },
  );

  t.test(`[bridge.list-answers] ${profile}: a list that is a web page or no array of files is refused`, async (t) => {
    const message =
      "silverbullet's answer cannot be used: the list of pages is not an array of files; check MCP_SILVERBULLET_SB_URL";
    const html = { "Content-Type": "text/html" };
    const json = { "Content-Type": "application/json" };
    const answers: [headers: Record<string, string>, body: string][] = [
      [html, "<!DOCTYPE html><html></html>"],
      [html, "[]<!-- -->"],
      [json, "{}"],
      [json, '{"files": []}'],
      [json, "null"],
      [json, '"[]"'],
      [json, "[1]"],
      [json, '[{"size": 1, "lastModified": 1}]'],
      [json, '[{"name": "a.md", "size": "1", "lastModified": 1}]'],
      [json, ""],
      [json, "[{"],
    ];
    for (const [headers, body] of answers) {
      fresh();
      standIn.onRequest = () => ({ status: 200, headers, body });
      await refused(t, space, ["list_pages", {}], "BAD_ANSWER", message);
    }
    standIn.onRequest = () => ({ status: 200, headers: json, body: "[]" });
    t.strictSame(await done("list_pages"), { result: [] });
  });
}

for (const { profile, standIn, done, asked, fresh } of hydrating) {
  t.test(`[bridge.list-etags] ${profile}: each row has its etag, at most eight asked for at once`, async (t) => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`p${at}.md`, `text ${at}`]));
    fresh({ ...files, "other.md": "o" });
    const [eight, goOn] = [gate(), gate()];
    let [now, most] = [0, 0];
    standIn.onRequest = async ({ file }) => {
      if (!file?.startsWith("p")) return undefined;
      now++;
      most = Math.max(most, now);
      if (now === 8) eight.open();
      await goOn.opened;
      return undefined;
    };
    standIn.onReply = ({ file }) => {
      if (file?.startsWith("p")) now--;
      return undefined;
    };
    const listed = done("list_pages", { prefix: "p" });
    await eight.opened;
    // By the time that another call has been answered, a ninth request would have come.
    await done("page_exists", { name: "other" });
    t.equal(most, 8);
    t.strictSame(asked().length, 1 + 8 + 1);
    goOn.open();
    const { result } = await listed;
    t.equal(most, 8);
    t.equal(result.length, 30);
    for (const row of result) t.equal(row.etag, etag(files[row.name] ?? ""), row.name);
    t.equal(asked().length, 30 - 8, "a request a row");
  });

  t.test(`[bridge.list-etags] ${profile}: a name that cannot be asked for keeps null and harms no other`, async (t) => {
    fresh({ "a.md": "a" });
    const row = { created: 1, lastModified: 1, size: 1 };
    const body = JSON.stringify(["\ud800.md", "a.md", "\udfff.md"].map((name) => ({ ...row, name })));
    standIn.onRequest = ({ file }) => (file === "" ? { status: 200, body } : undefined);
    const { result } = await done("list_pages");
    t.match(result, [
      { name: "a.md", etag: etag("a") },
      ...["\ufffd.md", "\ufffd.md"].map((name) => ({ name, etag: null })),
    ]);
  });

  t.test(`[bridge.list-etags] ${profile}: a row whose etag cannot be had keeps null`, async (t) => {
    fresh({ "a.md": "a", "b.md": "b", "c.md": "c", "d.md": "d" });
    standIn.onRequest = ({ file }) => {
      if (file === "b.md") return { status: 500 };
      return file === "c.md" ? "hang-up" : undefined;
    };
    const { result } = await done("list_pages");
    t.strictSame(
      result.map((row: Structured) => [row.name, row.etag]),
      [
        ["a.md", etag("a")],
        ["b.md", null],
        ["c.md", null],
        ["d.md", etag("d")],
      ],
    );
  });
}
