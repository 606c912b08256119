import t from "tap";
import { etagOf } from "../stand-in/preconditions.ts";
import { etag, refused, startSpaces, writesIn } from "./bridge.ts";
import { edits, strange } from "./strange-page.ts";

const notText = Buffer.from([0x2d, 0x20, 0xff, 0x0a]);

for (const space of await startSpaces(t)) {
  const { profile, standIn, done, asked, fresh } = space;
  const text = (name: string): string | undefined => standIn.files.text(name);

  t.test(`[bridge.bytes-kept] ${profile}: every byte outside of an edit stays, whatever it is`, async (t) => {
    for (const [tool, args, outcome] of edits) {
      fresh({ "s.md": strange });
      const name = tool === "check_task" ? { page: "s" } : { name: "s" };
      const result = await done(tool, { ...name, ...args });
      t.match(result, {
        name: "s.md",
        etag: etag(outcome),
        size_bytes: Buffer.byteLength(outcome),
        created_ms: Number,
      });
      t.strictSame(standIn.files.get("s.md"), Buffer.from(outcome), `${tool} ${JSON.stringify(args)}`);
      const lines = asked();
      t.strictSame([lines[0], writesIn(lines)], ["GET s.md", ["PUT s.md"]], `${tool}: what was asked`);
      if (profile === "new") t.equal(lines.length, 2, `${tool}: a server with etags is asked for no more`);
      const put = standIn.requests.find(({ method, file }) => method === "PUT" && file === "s.md");
      t.notOk(put && "x-last-modified" in put.headers, "no time is set");
    }
  });

  t.test(`[bridge.not-text] ${profile}: a page that is not UTF-8 can be read but not edited`, async (t) => {
    fresh({ "b.md": notText });
    for (const [tool, args] of edits) {
      const message = "b.md is not valid UTF-8; editing it would damage it, so nothing was written";
      await refused(
        t,
        space,
        [tool, { ...(tool === "check_task" ? { page: "b" } : { name: "b" }), ...args }],
        "NOT_TEXT",
        message,
        { page: "b.md" },
      );
    }
    t.strictSame(standIn.files.get("b.md"), notText);
    t.match(await done("read_page", { name: "b" }), { size_bytes: 4, etag: etagOf(notText) });
    t.match(await done("write_page", { name: "b", content: "text" }), { etag: etag("text") });
  });

  t.test(`[bridge.dry-run] ${profile}: reads, checks if_match, writes nothing, and shows the diff`, async (t) => {
    for (const [tool, args, patched] of edits) {
      fresh({ "s.md": strange });
      const name = tool === "check_task" ? { page: "s.md" } : { name: "s.md" };
      const result = await done(tool, { ...name, ...args, dry_run: true });
      t.strictSame(Object.keys(result), ["dry_run", "original", "patched", "diff"]);
      t.strictSame([result.dry_run, result.original, result.patched], [true, strange, patched]);
      t.match(result.diff, /^--- original\n\+\+\+ patched\n@@ -\d+(,\d+)? \+\d+(,\d+)? @@\n/);
      t.strictSame(asked(), ["GET s.md"], `${tool}: what was asked`);
      t.equal(text("s.md"), strange);
      t.match(await done(tool, { ...name, ...args, dry_run: true, if_match: etag(strange) }), { dry_run: true });
      const stale = await space.call(tool, { ...name, ...args, dry_run: true, if_match: etag("else") });
      t.match(stale, {
        isError: true,
        structuredContent: { code: "PRECONDITION_FAILED", current_etag: etag(strange) },
      });
    }
    fresh({ "a.md": "1\n2\n3\n4\n5\n6\n7\n8\n9\n" });
    const seven = await done("patch_page_lines", {
      name: "a",
      start_line: 5,
      end_line: 5,
      new_content: "five\n",
      dry_run: true,
    });
    const shown = [" 2", " 3", " 4", "-5", "+five", " 6", " 7", " 8"];
    t.equal(seven.diff, ["--- original", "+++ patched", "@@ -2,7 +2,7 @@", ...shown, ""].join("\n"));
    t.match(seven, { name_resolution: { requested: "a", resolved: "a.md", suffix_added: ".md" } });
    const none = await done("patch_page_replace", { name: "a", find: "5", new_string: "5", dry_run: true });
    t.strictSame([none.diff, none.original], ["", none.patched]);
  });

  t.test(
    `[bridge.no-change] ${profile}: an edit that changes nothing writes nothing and returns the page as it is`,
    async (t) => {
      fresh({ "a.md": "- [x] [[r]]" });
      t.match(await done("check_task", { page: "a", ref: "r" }), {
        name: "a.md",
        etag: etag("- [x] [[r]]"),
        size_bytes: 11,
      });
      t.match(await done("patch_page_replace", { name: "a", find: "r", new_string: "r" }), {
        etag: etag("- [x] [[r]]"),
      });
      t.strictSame(asked(), ["GET a.md", "GET a.md"]);
    },
  );

  t.test(`[bridge.append] ${profile}: one LF between, unless the page is empty or ends in one`, async (t) => {
    const cases: [body: string, text: string, outcome: string][] = [
      ["", "x", "x"],
      ["a", "x", "a\nx"],
      ["a\n", "x", "a\nx"],
      ["a\r\n", "x", "a\r\nx"],
      ["a\n\n", "x\n", "a\n\nx\n"],
      ["a\r", "\nx", "a\r\n\nx"],
    ];
    for (const [body, added, outcome] of cases) {
      fresh({ "a.md": body });
      await done("append_to_page", { name: "a", text: added });
      t.equal(text("a.md"), outcome, JSON.stringify([body, added]));
    }
    asked();
    for (const blank of ["", " \r\n"]) {
      await refused(t, space, ["append_to_page", { name: "a", text: blank }], "BAD_INPUT", "text must not be empty");
    }
    t.strictSame(asked(), []);
    await refused(t, space, ["append_to_page", { name: "no", text: "x" }], "PAGE_NOT_FOUND", "page not found: no.md");
    t.strictSame(standIn.files.names(), ["a.md"], "a missing page is not created");
  });

  t.test(`[bridge.prepend] ${profile}: after the closing fence, or at the top`, async (t) => {
    const cases: [body: string, content: string, after: string, top: string][] = [
      ["---\na: 1\n---\nb", "x\n", "---\na: 1\n---\nx\nb", "x\n---\na: 1\n---\nb"],
      ["---\na: 1\n---\nb", "x", "---\na: 1\n---\nx\nb", "x\n---\na: 1\n---\nb"],
      ["---\na: 1\n---", "x", "---\na: 1\n---\nx", "x\n---\na: 1\n---"],
      ["---\na: 1\n---\n", "x", "---\na: 1\n---\nx", "x\n---\na: 1\n---\n"],
      ["---\na: 1\nb", "x", "x\n---\na: 1\nb", "x\n---\na: 1\nb"],
      ["b\n---\na\n---\n", "x", "x\nb\n---\na\n---\n", "x\nb\n---\na\n---\n"],
      ["", "x", "x", "x"],
    ];
    for (const [body, content, after, top] of cases) {
      for (const [position, outcome] of [
        [undefined, after],
        ["after_frontmatter", after],
        ["top", top],
      ]) {
        fresh({ "a.md": body });
        await done("prepend_to_page", { name: "a", content, ...(position === undefined ? {} : { position }) });
        t.equal(text("a.md"), outcome, JSON.stringify([body, content, position]));
      }
    }
    await refused(
      t,
      space,
      ["prepend_to_page", { name: "no", content: "x" }],
      "PAGE_NOT_FOUND",
      "page not found: no.md",
    );
  });

  t.test(
    `[bridge.patch-lines] ${profile}: lines count from 1, both ends included, and the final line end stays as it was`,
    async (t) => {
      const cases: [body: string, start: number, end: number, content: string, outcome: string][] = [
        ["1\n2\n3\n", 2, 2, "x", "1\nx\n3\n"],
        ["1\n2\n3\n", 2, 2, "x\ny\n", "1\nx\ny\n3\n"],
        ["1\n2\n3\n", 1, 2, "x", "x\n3\n"],
        ["1\n2\n3\n", 3, 3, "x", "1\n2\nx\n"],
        ["1\n2\n3", 3, 3, "x\n", "1\n2\nx"],
        ["1\n2\n3", 3, 3, "x", "1\n2\nx"],
        ["1\n2\n3\n", 2, 3, "", "1\n"],
        ["1\n2\n3", 2, 3, "", "1"],
        ["1\n2\n3\n", 1, 3, "", ""],
        ["1\r\n2\r\n3", 1, 1, "x", "x\r\n2\r\n3"],
        ["1\u20282\n3\n", 1, 1, "x", "x\n3\n"],
        ["1\n\n3\n", 2, 2, "\n", "1\n\n3\n"],
      ];
      for (const [body, start_line, end_line, new_content, outcome] of cases) {
        fresh({ "a.md": body });
        await done("patch_page_lines", { name: "a", start_line, end_line, new_content });
        t.equal(text("a.md"), outcome, encodeURI(`${body} ${start_line}-${end_line} ${new_content}`));
      }
    },
  );

  t.test(`[bridge.patch-lines] ${profile}: a range that is none, or is not in the page, is refused`, async (t) => {
    fresh({ "a.md": "1\n2\n3\n", "empty.md": "" });
    const patch = (start_line: number, end_line: number, name = "a") =>
      ["patch_page_lines", { name, start_line, end_line, new_content: "x" }] as const;
    for (const start of [0, -5]) {
      await refused(t, space, patch(start, 1), "BAD_INPUT", `start_line must be >= 1, got ${start}`);
    }
    await refused(t, space, patch(3, 2), "BAD_INPUT", "end_line (2) must be >= start_line (3)");
    await refused(t, space, patch(1, 0), "BAD_INPUT", "end_line (0) must be >= start_line (1)");
    t.strictSame(asked(), []);
    const bounds = (range: string, lines: number) => `line range ${range} out of bounds for page with ${lines} lines`;
    await refused(t, space, patch(4, 4), "LINES_OUT_OF_BOUNDS", bounds("4..4", 3), { page: "a.md" });
    await refused(t, space, patch(2, 4), "LINES_OUT_OF_BOUNDS", bounds("2..4", 3));
    await refused(t, space, patch(1, 1, "empty"), "LINES_OUT_OF_BOUNDS", bounds("1..1", 0));
    t.strictSame(new Set(asked()), new Set(["GET a.md", "GET empty.md"]));
  });

  t.test(`[bridge.patch-replace] ${profile}: literal, once or all`, async (t) => {
    const cases: [body: string, find: string, put: string, all: boolean, outcome: string][] = [
      ["a.b a+b", ".b", "$&$1$$\\1", false, "a$&$1$$\\1 a+b"],
      ["x (y) [z]*", "(y) [z]*", "", false, "x "],
      ["aaaa", "aa", "b", true, "bb"],
      ["one One", "one", "1", false, "1 One"],
      ["1\r\n1\r\n", "1\r\n", "1\n", true, "1\n1\n"],
      ["once", "once", "twice once", true, "twice once"],
    ];
    for (const [body, find, new_string, replace_all, outcome] of cases) {
      fresh({ "a.md": body });
      await done("patch_page_replace", { name: "a", find, new_string, replace_all });
      t.equal(text("a.md"), outcome, JSON.stringify([body, find, new_string]));
    }
    fresh({ "a.md": "x y x y x" });
    const replace = (find: string) => ["patch_page_replace", { name: "a", find, new_string: "z" }] as const;
    for (const blank of ["", " \n"]) await refused(t, space, replace(blank), "BAD_INPUT", "find must not be empty");
    t.strictSame(asked(), []);
    await refused(t, space, replace("X"), "FIND_NOT_FOUND", "find not found in body", { page: "a.md" });
    const many = "find matched 3 times; pass replace_all=True or narrow find";
    await refused(t, space, replace("x"), "FIND_AMBIGUOUS", many, { page: "a.md" });
    t.equal(text("a.md"), "x y x y x");
  });
}
