import { etag, refused, type Session } from "../bridge.ts";
import type { Case, Live } from "./case.ts";

const clients = 8;
const each = 50;

/** Calls of several clients at once, one a client. */
async function together(live: Live, call: (session: Session, own: number) => Promise<unknown>): Promise<void> {
  const sessions = await Promise.all(Array.from({ length: clients }, () => live.another()));
  await Promise.all(sessions.map(call));
}

export const togetherCases: Readonly<Record<string, Case>> = {
  "of many clients who append to a page at once, every line stands once": async (t, live, folder) => {
    const name = `${folder}/appended`;
    await live.done("create_page", { name, content: "base\n" });
    await together(live, async ({ done }, own) => {
      for (let at = 0; at < each; at++) await done("append_to_page", { name, text: `client ${own} line ${at}` });
    });
    const [base, ...lines] = String(await live.server.read(`${name}.md`)).split("\n");
    t.equal(base, "base");
    const all = Array.from({ length: clients * each }, (_, at) => [at % clients, Math.floor(at / clients)]);
    t.strictSame(lines.toSorted(), all.map(([own, at]) => `client ${own} line ${at}`).toSorted());
  },

  "fifty appends in a row, each on the etag of the last, stand in their order": async (t, { done, server }, folder) => {
    const name = `${folder}/row`;
    const lines = Array.from({ length: each }, (_, at) => `line ${at}`);
    let { etag: if_match } = await done("create_page", { name, content: "" });
    for (const text of lines) ({ etag: if_match } = await done("append_to_page", { name, text, if_match }));
    t.equal(String(await server.read(`${name}.md`)), lines.join("\n"));
    t.equal(if_match, etag(lines.join("\n")));
  },

  "of many clients who create a page at once, one does": async (t, live, folder) => {
    const name = `${folder}/created`;
    const message = `page already exists: ${name}.md; use write_page to overwrite`;
    const winners: number[] = [];
    await together(live, async (session, own) => {
      const args = { name, content: `by ${own}` };
      const { isError, structuredContent } = await session.call("create_page", args);
      if (isError) t.match(structuredContent, { code: "PAGE_EXISTS", message });
      else winners.push(own);
    });
    t.equal(winners.length, 1);
    t.equal(String(await live.server.read(`${name}.md`)), `by ${winners[0]}`);
  },

  "of many clients who write on one etag at once, one does": async (t, live, folder) => {
    const name = `${folder}/written`;
    const { etag: if_match } = await live.done("create_page", { name, content: "base" });
    const winners: number[] = [];
    await together(live, async (session, own) => {
      const { isError, structuredContent } = await session.call("write_page", { name, content: `by ${own}`, if_match });
      if (isError) t.match(structuredContent, { code: "PRECONDITION_FAILED", current_etag: /^"sha256:/ });
      else winners.push(own);
    });
    t.equal(winners.length, 1);
    t.equal(String(await live.server.read(`${name}.md`)), `by ${winners[0]}`);
  },

  "of many pages that are moved to one name at once, one is, and none is lost": async (t, live, folder) => {
    const new_name = `${folder}/target`;
    const own = Array.from({ length: clients }, (_, at) => `${folder}/page ${at}`);
    for (const name of own) await live.done("create_page", { name, content: name });
    const moved: string[] = [];
    await together(live, async (session, at) => {
      const name = own[at] ?? "";
      const { isError, structuredContent } = await session.call("move_page", { name, new_name });
      if (isError) t.match(structuredContent, { code: "DESTINATION_EXISTS", page: `${new_name}.md` });
      else moved.push(name);
    });
    t.equal(moved.length, 1);
    const files = await live.server.below(folder);
    const texts = await Promise.all(files.map(live.server.read));
    t.strictSame(texts.map(String).toSorted(), own.toSorted());
    t.equal(String(await live.server.read(`${new_name}.md`)), moved[0]);
  },

  "what another program does to a page between two calls is kept": async (t, live, folder) => {
    const { done, server } = live;
    const name = `${folder}/shared`;
    await done("write_page", { name, content: "one\n" });
    await server.write(`${name}.md`, "one\ntheirs\n");
    await done("append_to_page", { name, text: "two" });
    t.equal(String(await server.read(`${name}.md`)), "one\ntheirs\ntwo");
    await server.remove(`${name}.md`);
    const message = `page not found: ${name}.md`;
    await refused(t, live, ["append_to_page", { name, text: "x" }], "PAGE_NOT_FOUND", message);
    t.strictSame(await server.below(folder), []);
  },

  "a page that another program writes all the time is read whole or not at all": async (t, live, folder) => {
    const name = `${folder}/busy`;
    const texts = ["a", "b"].map((letter) => letter.repeat(2048));
    await live.server.write(`${name}.md`, texts[0] ?? "");
    let isOver = false;
    const writing = (async () => {
      for (let at = 0; !isOver; at++) await live.server.write(`${name}.md`, texts[at % 2] ?? "");
    })();
    try {
      for (let at = 0; at < each; at++) {
        const { isError, structuredContent } = await live.call("read_page", { name });
        if (isError) t.equal(structuredContent.code, "PAGE_UNSETTLED");
        else t.ok(texts.includes(structuredContent.body), `${structuredContent.size_bytes} bytes`);
      }
    } finally {
      isOver = true;
      await writing;
    }
  },
};
