import { etag, written } from "../bridge.ts";
import type { Case } from "./case.ts";

const names = [
  "C# notes",
  "100%",
  "100%25",
  "a%20b",
  "what?",
  "日本",
  "Areas/Foo",
  "v1.5 notes",
  "a+b & c=d;e",
  "😀/e\u0301",
];

const body = "\ufeffone\r\ntwo\u2028three 😀\n\n\tlast, without an end";

export const nameCases: Readonly<Record<string, Case>> = {
  "any name is written, listed, read, moved and deleted, and is the same file to other programs": async (
    t,
    { client, done, server },
    folder,
  ) => {
    for (const own of names) {
      const name = `${folder}/${own}`;
      const file = `${name}.md`;
      t.match(await done("create_page", { name, content: body }), written(file, body), own);
      t.strictSame(await server.read(file), Buffer.from(body), `${own}: what was stored`);
      t.match(await done("read_page", { name }), { body, etag: etag(body) }, own);
      t.match(await done("page_exists", { name }), { result: true }, own);
      const { result } = await done("list_pages", { prefix: file, contains: file });
      t.match(result, [{ ...written(file, body), etag: null }], `${own}: listed`);
      t.equal(result.length, 1);
      const uri = `silverbullet://page/${encodeURIComponent(name)}`;
      const [content] = (await client.readResource({ uri })).contents as { text: string }[];
      t.match(JSON.parse(content?.text ?? ""), { body, etag: etag(body) }, `${own}: as a resource`);
    }
    t.strictSame(await server.below(folder), names.map((own) => `${folder}/${own}.md`).toSorted(), "and no other file");
    for (const own of names) {
      const [name, new_name] = [`${folder}/${own}`, `${folder}/moved/${own}`];
      t.match(await done("move_page", { name, new_name }), { name: `${new_name}.md` }, own);
      t.strictSame(await server.read(`${new_name}.md`), Buffer.from(body), `${own}: moved`);
      t.match(await done("page_exists", { name }), { result: false }, own);
      t.match(await done("delete_page", { name: new_name }), { name: `${new_name}.md`, etag: null }, own);
      t.equal(await server.read(`${new_name}.md`), null, `${own}: deleted`);
    }
    t.strictSame(await server.below(folder), []);
  },
};
