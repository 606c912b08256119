import t from "tap";
import { refused, startSpaces } from "./bridge.ts";

const most = 262_144;

/** The calls that carry a text, each with the text in its place. */
const carriers: ((text: string) => readonly [tool: string, args: object])[] = [
  (content) => ["write_page", { name: "w", content }],
  (content) => ["create_page", { name: "c", content }],
  (text) => ["append_to_page", { name: "a", text }],
  (content) => ["prepend_to_page", { name: "a", content }],
  (new_content) => ["patch_page_lines", { name: "a", start_line: 1, end_line: 1, new_content }],
  (new_string) => ["patch_page_replace", { name: "a", find: "x", new_string }],
  (other_body) => ["diff_pages", { name: "a", other_body }],
];

for (const space of await startSpaces(t)) {
  const { profile, standIn, done, asked, fresh } = space;

  t.test(`[bridge.text-limit] ${profile}: 256 KiB of UTF-8 are taken, and not a byte more`, async (t) => {
    for (const text of ["y".repeat(most), `${"é".repeat(most / 2 - 1)}yy`]) {
      for (const carrier of carriers) {
        fresh({ "a.md": "x" });
        await t.resolves(done(...carrier(text)), carrier("")[0]);
        fresh({ "a.md": "x" });
        const message = `body too large: ${most + 1} bytes exceeds ${most} byte (256 KiB) cap; chunk into append_to_page calls`;
        await refused(t, space, carrier(`${text}y`), "BODY_TOO_LARGE", message);
        t.strictSame(asked(), [], "before any request");
      }
    }
    const name = { name: "a" };
    const half = "must not hold a lone surrogate, which is no character";
    await refused(t, space, ["write_page", { ...name, content: "\ud800" }], "BAD_INPUT", `content ${half}`);
    t.strictSame(asked(), []);
  });

  t.test(
    `[bridge.large-pages] ${profile}: a page may be larger than a call: it is read, edited and moved`,
    async (t) => {
      const large = "0123456789abcde\n".repeat(200_000);
      fresh({ "large.md": large });
      t.match(await done("move_page", { name: "large", new_name: "moved" }), {
        name: "moved.md",
        size_bytes: 3_200_000,
      });
      t.ok(standIn.files.get("moved.md")?.equals(Buffer.from(large)));
      t.strictSame(standIn.files.names(), ["moved.md"]);
      t.match(await done("append_to_page", { name: "moved", text: "end" }), { size_bytes: 3_200_003 });
      const args = { name: "moved", start_line: 200_000, end_line: 200_001, new_content: "last" };
      t.match(await done("patch_page_lines", args), { size_bytes: 3_199_988 });
      t.equal((await done("read_page", { name: "moved.md" })).body.length, 3_199_988);
    },
  );

  t.test(`[bridge.large-pages] ${profile}: a page of more than 4 MiB is moved and deleted, and no more`, async (t) => {
    const huge = "0123456789abcde\n".repeat(262_145);
    fresh({ "huge.md": huge });
    await done("move_page", { name: "huge", new_name: "moved" });
    const message =
      "moved.md has 4194320 bytes; at most 4194304 (4 MiB) are read as text; move_page and delete_page take it";
    for (const [tool, args] of [
      ["read_page", { name: "moved" }],
      ["append_to_page", { name: "moved", text: "x" }],
      ["diff_pages", { name: "moved", other_body: "x" }],
      ["list_tasks", { page: "moved" }],
    ] as const) {
      await refused(t, space, [tool, args], "PAGE_TOO_LARGE", message);
    }
    t.ok(standIn.files.get("moved.md")?.equals(Buffer.from(huge)));
    await done("delete_page", { name: "moved" });
    t.strictSame(standIn.files.names(), []);
  });
}
