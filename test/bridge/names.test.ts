import t from "tap";
import { refused, startSpaces } from "./bridge.ts";

/** Names, the files they mean, and their paths on the wire. */
const names: [name: string, file: string, path: string][] = [
  ["C# notes", "C# notes.md", "C%23%20notes.md"],
  ["100%", "100%.md", "100%25.md"],
  ["a%20b", "a%20b.md", "a%2520b.md"],
  ["what?", "what?.md", "what%3F.md"],
  ["日本", "日本.md", "%E6%97%A5%E6%9C%AC.md"],
  ["Areas/Foo", "Areas/Foo.md", "Areas/Foo.md"],
  ["v1.5 notes", "v1.5 notes.md", "v1.5%20notes.md"],
  ["100%25", "100%25.md", "100%2525.md"],
  ["a+b & c=d;e", "a+b & c=d;e.md", "a%2Bb%20%26%20c%3Dd%3Be.md"],
  ["a../b..", "a../b...md", "a../b...md"],
  ["a\\b", "a\\b.md", "a%5Cb.md"],
  ["😀/e\u0301", "😀/e\u0301.md", "%F0%9F%98%80/e%CC%81.md"],
];

const body = "\ufeffone\r\ntwo\u2028three 😀\n\n\tlast, without an end";

const bad: [name: string, problem: string][] = [
  ["/abs", "must not start with /"],
  ["//abs", "must not start with /"],
  ["a//b", "must not hold an empty part: no // and no / at the end"],
  ["a/", "must not hold an empty part: no // and no / at the end"],
  ["a\u0000b", "must not hold control characters"],
  ["a\nb", "must not hold control characters"],
  ["a\u007fb", "must not hold control characters"],
  ["a\u0085b", "must not hold control characters"],
  ["a\ud800b", "must not hold a lone surrogate, which is no character"],
  ...[
    ...["..", ".", "../x", "./x", "a/../x", "a/./x", "a/..", "a/.", " ../x", "../x.md"],
    ...["%2e%2e/x", "%2E%2E/x", ".%2e/x", "%2E./x", "%2e/x", "a/%2e%2E/x", "%2e%2e", "%2e%2e%2fx", "a%2F..%2fx"],
  ].map((name): [string, string] => [name, "must not hold . or .. as a part, spelled out or not"]),
];

for (const space of await startSpaces(t)) {
  const { profile, standIn, done, asked, fresh } = space;

  t.test(`[bridge.names] ${profile}: any name is written and read back byte for byte, and listed`, async (t) => {
    fresh();
    for (const [name, file, path] of names) {
      const name_resolution = { requested: name, resolved: file, suffix_added: ".md" };
      t.match(await done("write_page", { name, content: body }), { name: file, name_resolution }, name);
      t.equal(standIn.requests.at(-1)?.path, `/.fs/${path}`, `${name}: its path`);
      t.strictSame(standIn.files.get(file), Buffer.from(body), `${name}: what was stored`);
      t.match(await done("read_page", { name }), { body, name_resolution }, name);
      t.match(await done("append_to_page", { name, text: "!" }), { name: file, name_resolution }, name);
      t.equal((await done("read_page", { name: file })).body, `${body}\n!`, `${name}: by the file's name`);
      t.strictSame(await done("page_exists", { name }), { result: true, name_resolution }, name);
      const { result } = await done("list_pages", { prefix: file, contains: file });
      t.strictSame(
        result.map((row: { name: string }) => row.name),
        [file],
        `${name}: listed`,
      );
    }
    t.strictSame(
      standIn.files.names(),
      names.map(([, file]) => file),
      "and no other file was made",
    );
  });

  t.test(
    `[bridge.bad-names] ${profile}: names that lead out or hold nothing are refused before any request`,
    async (t) => {
      fresh();
      for (const [name, problem] of bad) {
        await refused(t, space, ["read_page", { name }], "BAD_NAME", `name ${problem}`);
        await refused(t, space, ["write_page", { name, content: "x" }], "BAD_NAME", `name ${problem}`);
      }
      const name = "../x";
      const problem = "must not hold . or .. as a part, spelled out or not";
      const others: [tool: string, args: object, argument: string][] = [
        ["page_exists", { name }, "name"],
        ["create_page", { name, content: "x" }, "name"],
        ["append_to_page", { name, text: "x" }, "name"],
        ["prepend_to_page", { name, content: "x" }, "name"],
        ["patch_page_lines", { name, start_line: 1, end_line: 1, new_content: "x" }, "name"],
        ["patch_page_replace", { name, find: "x", new_string: "y" }, "name"],
        ["move_page", { name, new_name: "x" }, "name"],
        ["move_page", { name: "x", new_name: name }, "new_name"],
        ["delete_page", { name }, "name"],
        ["diff_pages", { name, other_body: "x" }, "name"],
        ["diff_pages", { name: "x", other_name: name }, "other_name"],
        ["list_tasks", { page: name }, "page"],
        ["check_task", { page: name, ref: "x" }, "page"],
      ];
      for (const [tool, args, argument] of others) {
        await refused(t, space, [tool, args], "BAD_NAME", `${argument} ${problem}`);
        for (const blank of ["", " \t\n"]) {
          const message = `${argument} must not be empty`;
          await refused(t, space, [tool, { ...args, [argument]: blank }], "BAD_INPUT", message);
        }
      }
      t.strictSame(asked(), []);
    },
  );

  t.test(
    `[bridge.name-resolution] ${profile}: a result says how a name was read only when it was changed`,
    async (t) => {
      fresh({ "a.md": "a", "v1.5 notes": "as written", "pic.PNG": "p", "x.tar-gz.md": "x" });
      const read = (name: string) => done("read_page", { name });
      t.strictSame(Object.keys(await read("a.md")), ["body", "etag", "size_bytes", "last_modified_ms"]);
      t.match(await read("a"), { name_resolution: { requested: "a", resolved: "a.md", suffix_added: ".md" } });
      const trimmed = { requested: " a.md\n", resolved: "a.md", suffix_added: null };
      t.match(await read(" a.md\n"), { name_resolution: trimmed });
      t.match(await read("\ta "), { name_resolution: { requested: "\ta ", resolved: "a.md", suffix_added: ".md" } });
      t.notOk("name_resolution" in (await read("pic.PNG")));
      asked();
      await refused(t, space, ["read_page", { name: "b" }], "PAGE_NOT_FOUND", "page not found: b.md", { page: "b.md" });
      await refused(t, space, ["read_page", { name: "b.txt" }], "PAGE_NOT_FOUND", "page not found: b.txt");
      await refused(t, space, ["read_page", { name: "x.t-z" }], "PAGE_NOT_FOUND", "page not found: x.t-z.md");
      t.strictSame(asked(), ["GET b.md", "GET b.txt", "GET x.t-z", "GET x.t-z.md"]);
    },
  );

  t.test(`[bridge.dotted-names] ${profile}: with a dot but no extension, the file as written goes first`, async (t) => {
    const name = "v1.5 notes";
    fresh({ [name]: "- [ ] [[r]] one", [`${name}.md`]: "other" });
    t.match(await done("read_page", { name }), { body: "- [ ] [[r]] one", name_resolution: undefined });
    t.strictSame(await done("page_exists", { name }), { result: true });
    t.match(await done("write_page", { name, content: "- [ ] [[r]] two" }), { name });
    t.match(await done("append_to_page", { name, text: "end" }), { name });
    t.match(await done("prepend_to_page", { name, content: "start" }), { name });
    t.match(await done("patch_page_lines", { name, start_line: 3, end_line: 3, new_content: "END" }), { name });
    t.match(await done("patch_page_replace", { name, find: "two", new_string: "2" }), { name });
    t.match(await done("check_task", { page: name, ref: "r" }), { name });
    t.match(await done("list_tasks", { page: name }), { result: [{ name, ref: "r", state: "x" }] });
    await refused(
      t,
      space,
      ["create_page", { name, content: "x" }],
      "PAGE_EXISTS",
      `page already exists: ${name}; use write_page to overwrite`,
    );
    t.equal(standIn.files.text(name), "start\n- [x] [[r]] 2\nEND");
    t.equal(standIn.files.text(`${name}.md`), "other");
    t.match(await done("delete_page", { name }), { name });
    t.match(await done("read_page", { name }), { body: "other", name_resolution: { resolved: `${name}.md` } });
    t.match(await done("move_page", { name, new_name: "v2.0 notes" }), { name: "v2.0 notes.md" });
    t.strictSame(standIn.files.names(), ["v2.0 notes.md"]);
    t.match(await done("create_page", { name, content: "new" }), { name: `${name}.md` });
  });

  t.test(`[bridge.dotted-names] ${profile}: a folder of that name is no page`, async (t) => {
    fresh({ "v1.5 notes/a.md": "a" });
    t.match(await done("page_exists", { name: "v1.5 notes" }), { result: false });
    t.match(await done("create_page", { name: "v1.5 notes", content: "new" }), { name: "v1.5 notes.md" });
    t.match(await done("page_exists", { name: "v1.5 notes" }), { result: true });
  });
}
