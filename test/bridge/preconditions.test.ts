import t from "tap";
import { etag, refused, type Structured, startSpaces, writesIn } from "./bridge.ts";

const again = (page: string): string =>
  `precondition failed; check if_match/if_none_match; read_page("${page}") for the current etag and re-issue`;

for (const space of await startSpaces(t)) {
  const { profile, standIn, asked, fresh } = space;

  t.test(`[bridge.server-412] ${profile}: the sentence, and the current etag where the reply has it`, async (t) => {
    fresh({ "one.md": "1", "two.md": "2" });
    const current = etag("now");
    standIn.onRequest = ({ method }) => (method === "PUT" ? { status: 412, headers: { ETag: current } } : undefined);
    await refused(
      t,
      space,
      ["write_page", { name: "one", content: "x" }],
      "PRECONDITION_FAILED",
      `${again("one.md")}; current etag is ${current}`,
      { page: "one.md", current_etag: current, next_call: { tool: "read_page", arguments: { name: "one.md" } } },
    );
    for (const headers of [{}, { ETag: 'W/"1"' }]) {
      standIn.onRequest = ({ method }) => (method === "PUT" ? { status: 412, headers } : undefined);
      const call = ["write_page", { name: "two", content: "x" }] as const;
      await refused(t, space, call, "PRECONDITION_FAILED", again("two.md"));
      t.notOk("current_etag" in (await space.call(...call)).structuredContent);
    }
    standIn.onRequest = ({ method }) => (method === "PUT" ? { status: 412, headers: { ETag: current } } : undefined);
    const made = ["create_page", { name: "new", content: "x" }] as const;
    await refused(t, space, made, "PAGE_EXISTS", "page already exists: new.md; use write_page to overwrite");
    const moved = ["move_page", { name: "one", new_name: "new" }] as const;
    const taken = "destination page already exists: new.md; refusing to overwrite";
    await refused(t, space, moved, "DESTINATION_EXISTS", taken);
  });

  t.test(`[bridge.retries] ${profile}: a 412 on what was just read is retried so often as allowed`, async (t) => {
    for (const [max_retries, attempts] of [
      [undefined, 4],
      [0, 1],
      [2, 3],
    ]) {
      const name = `retried-${attempts}.md`;
      fresh({ [name]: "a" });
      standIn.onRequest = ({ method }) => (method === "PUT" ? { status: 412 } : undefined);
      const args = { name, text: "x", ...(max_retries === undefined ? {} : { max_retries }) };
      await refused(t, space, ["append_to_page", args], "PRECONDITION_FAILED", again(name));
      t.equal(writesIn(asked()).length, attempts);
    }
    fresh({ "exact.md": "a" });
    standIn.onRequest = ({ method }) => (method === "PUT" ? { status: 412 } : undefined);
    const exact = { name: "exact", text: "x", if_match: etag("a") };
    await refused(t, space, ["append_to_page", exact], "PRECONDITION_FAILED", again("exact.md"));
    t.strictSame(writesIn(asked()), ["PUT exact.md"], "an etag that the caller named is not tried again");
  });

  t.test(
    `[bridge.edit-hint] ${profile}: from the fourth refusal of a page within a minute on, the text says so`,
    async (t) => {
      fresh({ "busy.md": "a", "calm.md": "a" });
      const if_match = etag("older");
      const told = async (name: string): Promise<Structured> => {
        const { content, structuredContent } = await space.call("write_page", { name, content: "x", if_match });
        const [block] = content as { text: string }[];
        t.equal(block?.text, `Error executing tool write_page: ${structuredContent.message}`);
        return structuredContent.message;
      };
      const plain = (page: string) => `${again(page)}; current etag is ${etag("a")}`;
      for (let time = 1; time <= 3; time++) {
        t.equal(await told("busy"), plain("busy.md"), `time ${time}`);
        await space.call("write_page", { name: "none", content: "x", if_match });
      }
      t.equal(await told("calm"), plain("calm.md"));
      for (let time = 4; time <= 6; time++) {
        t.equal(await told(time === 4 ? "busy" : "busy.md"), `${plain("busy.md")} [concurrent_edit_hint: true]`);
      }
      t.equal(await told("calm"), plain("calm.md"), "another page is not meant");
    },
  );
}
