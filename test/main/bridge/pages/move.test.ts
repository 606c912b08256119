import t from "tap";
import type { Reply } from "../../../stand-in/reply.ts";
import { after, before, countOf, script } from "../../../stand-in/script.ts";
import { type Outcome, profiles, startWorld } from "./world.ts";

const body = "\ufefftext\r\n";
const files = { "old.md": body };
const move = { name: "old", new_name: "new" };

for (const profile of profiles) {
  t.test(
    `[bridge.move-partial] ${profile}: whichever request fails, the text stands and the answer tells where`,
    async (t) => {
      const failures: [string, Reply][] = [
        ["error", { status: 500, body: "IO error: disk" }],
        ["stale", { status: 412, body: "Precondition Failed" }],
        ["forbidden", { status: 403, body: "Read-only: Cannot write file" }],
        ["hang-up", "hang-up"],
      ];
      const plain = await startWorld(t, profile, files);
      t.match(await plain.call("move_page", move), { ok: true });
      const count = plain.standIn.requests.length;
      for (const [what, reply] of failures) {
        for (const when of [before, after]) {
          for (let nth = 1; nth <= count; nth++) {
            const { call, standIn } = await startWorld(t, profile, files);
            script(standIn, when(null, nth), () => reply);
            const outcome = await call("move_page", move);
            const told = `${what} ${when.name} request ${nth}: ${JSON.stringify(outcome)}`;
            const standing = ["old.md", "new.md"].filter((name) => standIn.files.text(name) === body);
            t.strictSame(standIn.files.names().toSorted(), standing.toSorted(), `${told}: what stands is whole`);
            t.ok(tells(outcome, standing), `${told}: ${standing}`);
          }
        }
      }
    },
  );

  t.test(`[bridge.move-partial] ${profile}: an old page that changes in between is kept`, async (t) => {
    const { call, standIn } = await startWorld(t, profile, files);
    const moment = profile === "new" ? before("delete") : before("read", 3);
    script(standIn, moment, () => standIn.files.set("old.md", body.toUpperCase()));
    const refused = await call("move_page", move);
    t.match(refused, { refusal: { code: "MOVED_OLD_CHANGED", facts: { page: "new.md", old: "old.md" } } });
    t.equal(standIn.files.text("new.md"), body);
    t.equal(standIn.files.text("old.md"), body.toUpperCase());
  });

  t.test(`[bridge.move-partial] ${profile}: an old page that is already gone is no failure`, async (t) => {
    const moments = profile === "new" ? [before("delete")] : [before("delete"), before("read", 3)];
    for (const moment of moments) {
      const { call, standIn } = await startWorld(t, profile, files);
      script(standIn, moment, () => standIn.files.delete("old.md"));
      t.match(await call("move_page", move), { ok: true, value: { name: "new.md" } });
      t.strictSame(standIn.files.names(), ["new.md"]);
    }
  });

  t.test(
    `[bridge.move-page] ${profile}: a destination that stands, or appears before the write, is kept`,
    async (t) => {
      for (const moment of [before("read"), before("look"), ...(profile === "new" ? [before("put")] : [])]) {
        const { call, standIn } = await startWorld(t, profile, files);
        script(standIn, moment, () => standIn.files.set("new.md", "theirs"));
        t.match(await call("move_page", move), { refusal: { code: "DESTINATION_EXISTS", facts: { page: "new.md" } } });
        t.equal(standIn.files.text("new.md"), "theirs");
        t.equal(standIn.files.text("old.md"), body);
      }
    },
  );

  t.test(
    `[bridge.move-page] ${profile}: a stale version moves nothing, but the same name never conflicts`,
    async (t) => {
      const { call, standIn } = await startWorld(t, profile, files);
      const if_match = '"sha256:0000000000000000000000000000000000000000000000000000000000000000"';
      t.match(await call("move_page", { ...move, if_match }), { refusal: { code: "PRECONDITION_FAILED" } });
      t.match(await call("move_page", { name: "old", new_name: " old.md", if_match }), { value: { name: "old.md" } });
      t.equal(countOf(standIn, "put") + countOf(standIn, "delete"), 0);
    },
  );

  t.test(
    `[bridge.move-page] ${profile}: moves of two pages onto each other's names end, and lose nothing`,
    async (t) => {
      const { call, standIn } = await startWorld(t, profile, { "a.md": "A", "b.md": "B" });
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          call("move_page", at % 2 === 0 ? { name: "a", new_name: "b" } : { name: "b", new_name: "a" }),
        ),
      );
      for (const outcome of outcomes) t.match(outcome, { refusal: { code: "DESTINATION_EXISTS" } });
      t.strictSame([standIn.files.text("a.md"), standIn.files.text("b.md")], ["A", "B"]);
    },
  );

  t.test(
    `[bridge.move-page] ${profile}: of moves to one name, one is made and the others keep their page`,
    async (t) => {
      const names = Array.from({ length: 10 }, (_, at) => `${at}.md`);
      const { call, standIn } = await startWorld(t, profile, Object.fromEntries(names.map((name) => [name, name])));
      const outcomes = await Promise.all(names.map((name) => call("move_page", { name, new_name: "new" })));
      t.equal(outcomes.filter(({ ok }) => ok).length, 1);
      t.equal(outcomes.filter(({ refusal }) => refusal?.code === "DESTINATION_EXISTS").length, 9);
      const texts = standIn.files.names().map((name) => standIn.files.text(name));
      t.strictSame(texts.toSorted(), names, "every text stands once");
    },
  );

  t.test(`[bridge.one-at-a-time] ${profile}: edits of both names around a move lose nothing`, async (t) => {
    const { call, standIn } = await startWorld(t, profile, { "old.md": "base\n" });
    const append = (name: string, text: string) => call("append_to_page", { name, text });
    const outcomes = await Promise.all([
      append("old", "one\n"),
      append("new", "too early\n"),
      call("move_page", move),
      append("new", "two\n"),
      append("old", "too late\n"),
      call("create_page", { name: "old", content: "again\n" }),
      append("old", "three\n"),
    ]);
    t.strictSame(
      outcomes.map(({ ok, refusal }) => (ok ? "ok" : refusal.code)),
      ["ok", "PAGE_NOT_FOUND", "ok", "ok", "PAGE_NOT_FOUND", "ok", "ok"],
    );
    t.equal(standIn.files.text("new.md"), "base\none\ntwo\n");
    t.equal(standIn.files.text("old.md"), "again\nthree\n");
  });
}

t.test("[bridge.move-partial] old: a new page that another writer changed at once keeps the old one", async (t) => {
  const { call, standIn } = await startWorld(t, "old", files);
  script(standIn, after("put"), () => standIn.files.set("new.md", body.toUpperCase()));
  const refused = await call("move_page", move);
  const facts = { page: "new.md", old: "old.md", cause: { code: "CONCURRENT_EDIT", facts: { page: "new.md" } } };
  t.match(refused, { refusal: { code: "MOVED_NOT_DELETED", facts } });
  t.equal(standIn.files.text("old.md"), body);
  t.equal(standIn.files.text("new.md"), body.toUpperCase());
});

t.test("[bridge.move-partial] old: a new page that another writer deleted at once keeps the old one", async (t) => {
  const { call, standIn } = await startWorld(t, "old", files);
  script(standIn, after("put"), () => standIn.files.delete("new.md"));
  t.match(await call("move_page", move), { refusal: { code: "PAGE_NOT_FOUND", facts: { page: "new.md" } } });
  t.strictSame(standIn.files.names(), ["old.md"]);
});

/** Whether an answer is true of what stands. */
function tells({ ok, refusal }: Outcome, standing: readonly string[]): boolean {
  if (ok) return standing.length === 1 && standing[0] === "new.md";
  if (refusal.code.startsWith("MOVED_")) return standing.length === 2;
  if (refusal.code === "DESTINATION_EXISTS") return standing.includes("old.md");
  return standing.length === 1 && standing[0] === "old.md";
}
