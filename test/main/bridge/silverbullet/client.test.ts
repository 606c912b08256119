import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import t, { type Test } from "tap";
import { type SilverBullet, silverBullet } from "../../../../src/main/bridge/silverbullet/client.ts";
import { after, before, countOf, script } from "../../../stand-in/script.ts";
import { type StandIn, type StandInOptions, startStandIn } from "../../../stand-in/silverbullet.ts";
import { profiles } from "../pages/world.ts";

async function start(t: Test, options: StandInOptions, token: string | null = null): Promise<[StandIn, SilverBullet]> {
  const standIn = await startStandIn(options);
  const server = silverBullet({ url: new URL(standIn.url), token });
  t.teardown(async () => {
    await standIn.close();
    await server.close();
  });
  return [standIn, server];
}

for (const profile of profiles) {
  t.test(`[bridge.server-answers] ${profile}: a read that finds its connection closed is sent once more`, async (t) => {
    const [standIn, server] = await start(t, { profile, files: { "a.md": "text" } });
    script(standIn, before("read"), () => "hang-up");
    t.match(await server.read("a.md"), { ok: true, value: { bytes: Buffer.from("text") } });
    t.equal(countOf(standIn, "read"), 2);
    script(standIn, before("read", null), () => "hang-up");
    t.match(await server.read("a.md"), { refusal: { code: "UNREACHABLE", facts: { address: standIn.url } } });
    t.equal(countOf(standIn, "read"), 4);
  });

  t.test(`[bridge.server-answers] ${profile}: a write or a deletion is never sent twice`, async (t) => {
    for (const moment of [before("put"), after("put"), before("delete"), after("delete")]) {
      const [standIn, server] = await start(t, { profile, files: { "a.md": "text" } });
      script(standIn, moment, () => "hang-up");
      const answer =
        moment.kind === "put" ? await server.write("a.md", Buffer.from("new"), {}) : await server.remove("a.md", {});
      t.match(answer, { refusal: { code: "UNREACHABLE" } });
      t.equal(standIn.requests.length, 1);
    }
  });

  t.test(
    `[bridge.partial-pages] ${profile}: a part that nobody asked for, or a compressed body, is no page`,
    async (t) => {
      const [standIn, server] = await start(t, { profile, files: { "a.md": "text" } });
      for (const odd of [{ status: 206 }, { headers: { "Content-Encoding": "gzip" } }]) {
        script(standIn, after("read"), (own) => (own === null || own === "hang-up" ? own : { ...own, ...odd }));
        t.match(await server.read("a.md"), { refusal: { code: "BAD_ANSWER" } });
      }
    },
  );

  t.test(`[bridge.partial-pages] ${profile}: a body that breaks off is no page`, async (t) => {
    const [standIn, server] = await start(t, { profile, files: { "a.md": "text" } });
    script(standIn, after("read"), (own) => (own === null || own === "hang-up" ? own : { ...own, cutAfter: 2 }));
    t.match(await server.read("a.md"), { ok: true, value: { bytes: Buffer.from("text") } });
    script(standIn, after("read", null), (own) => (own === null || own === "hang-up" ? own : { ...own, cutAfter: 2 }));
    t.match(await server.read("a.md"), { refusal: { code: "UNREACHABLE" } });
  });

  t.test(
    `[bridge.precondition-kind] ${profile}: preconditions are etags of the server's own kind, or none`,
    async (t) => {
      const [standIn, server] = await start(t, { profile, files: { "a.md": "text" } });
      const { value } = (await server.read("a.md")) as { value: { etag: string | null } };
      t.equal(value.etag === null, profile === "old");
      for (const etag of ['W/"sha256:abc"', '"4-1700000000"', `sha256:${"0".repeat(64)}`]) {
        script(standIn, after("read"), (own) =>
          own === null || own === "hang-up" ? own : { ...own, headers: { ...own.headers, ETag: etag } },
        );
        t.match(await server.read("a.md"), { value: { etag: null } }, etag);
      }
    },
  );

  t.test(`[bridge.precondition-kind] ${profile}: an etag is known again when a proxy has called it weak`, async (t) => {
    const [standIn, server] = await start(t, { profile, files: { "a.md": "text" } });
    const etag = `"sha256:${"0".repeat(64)}"`;
    for (const headers of [{ ETag: `W/${etag}` }, { ETag: 'W/"other"', "X-SilverBullet-Revision": etag }]) {
      script(standIn, after("read"), (own) =>
        own === null || own === "hang-up" ? own : { ...own, headers: { ...own.headers, ...headers } },
      );
      t.match(await server.read("a.md"), { value: { etag } });
    }
  });

  t.test(`[bridge.names] ${profile}: a file's name is one path, whatever it holds`, async (t) => {
    const names = ["a b#c?d%e.md", "é/\u{1f600}.md", "%2e%2e.md", "a+b&c=d;e:f@g.md", "quo\"te'.md", "back\\slash.md"];
    const [standIn, server] = await start(t, { profile, prefix: "/wiki" });
    for (const name of names) {
      t.match(await server.write(name, Buffer.from(name), {}), { ok: true });
      t.match(await server.read(name), { value: { bytes: Buffer.from(name) } }, name);
      t.match(await server.look(name), { ok: true }, name);
    }
    t.strictSame(standIn.files.names(), names);
    for (const name of names) t.match(await server.remove(name, {}), { ok: true }, name);
    t.strictSame(standIn.files.names(), []);
  });
}

t.test("[bridge.server-answers] what the server does not allow is told apart", async (t) => {
  const cases: [status: number, body: string, refusal: object][] = [
    [401, "Unauthorized", { code: "UNAUTHORIZED" }],
    [403, "Read-only: Cannot write file a.md: read-only", { code: "FORBIDDEN", facts: { why: "read_only" } }],
    [403, "Insufficient access to this space", { code: "FORBIDDEN", facts: { why: "insufficient_access" } }],
    [403, "Path not in space", { code: "FORBIDDEN", facts: { why: "unknown" } }],
    [404, "404 page not found\n", { code: "PAGE_NOT_FOUND", facts: { page: "a.md" } }],
    [412, "Precondition Failed", { code: "PRECONDITION_FAILED", facts: { page: "a.md", current_etag: null } }],
    [413, "", { code: "SERVER_BODY_TOO_LARGE" }],
    [302, "", { code: "SERVER_ERROR", facts: { status: 302, hint: null } }],
    [503, '{"title":"x"}', { code: "SERVER_ERROR", facts: { status: 503, hint: null } }],
    [
      502,
      '{"cloudflare_error":true,"retry_after":"30","error_code":1016,"title":"Origin DNS error","more":1}',
      { facts: { status: 502, hint: '{"retry_after":30,"error_code":1016,"title":"Origin DNS error"}' } },
    ],
  ];
  const [standIn, server] = await start(t, { profile: "old", files: { "a.md": "text" } });
  for (const [status, body, refusal] of cases) {
    standIn.onRequest = () => ({ status, body });
    t.match(await server.read("a.md"), { refusal }, String(status));
    t.match(await server.write("a.md", Buffer.from("x"), {}), { refusal }, String(status));
    t.match(await server.remove("a.md", {}), { refusal }, String(status));
  }
  t.equal(standIn.files.text("a.md"), "text");
});

t.test(
  "[bridge.server-answers] a server that is not there is unreachable, by its address without credentials",
  async (t) => {
    const standIn = await startStandIn({ profile: "old" });
    await standIn.close();
    const url = new URL(standIn.url.replace("//", "//name:secret@"));
    const server = silverBullet({ url, token: null });
    t.teardown(() => server.close());
    const refused = await server.read("a.md");
    t.match(refused, { refusal: { code: "UNREACHABLE" } });
    t.notMatch(JSON.stringify(refused), /secret/);
  },
);

t.test("[bridge.server-token] a user in the address is sent as meant, unless there is a token", async (t) => {
  const standIn = await startStandIn({ profile: "new" });
  t.teardown(standIn.close);
  const sent = async (user: string, token: string | null): Promise<string | undefined> => {
    const server = silverBullet({ url: new URL(standIn.url.replace("//", `//${user}`)), token });
    await server.list();
    await server.close();
    return standIn.requests.at(-1)?.headers.authorization;
  };
  const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString("base64")}`;
  t.equal(await sent("me:p%C3%A4ss@", null), basic("me:päss"));
  t.equal(await sent("me:100%@", null), basic("me:100%"), "a % that encodes nothing");
  t.equal(await sent("me:pass@", "token"), "Bearer token");
  t.equal(await sent("", null), undefined);
});

t.test("[bridge.timeouts] an answer that goes on and on is given up, whatever was asked", async (t) => {
  const dripping = createServer((request, response) => {
    request.resume();
    const drip = setInterval(() => response.write("x"), 10);
    response.on("close", () => clearInterval(drip));
  });
  dripping.listen(0, "127.0.0.1");
  await once(dripping, "listening");
  const { port } = dripping.address() as AddressInfo;
  const server = silverBullet({ url: new URL(`http://127.0.0.1:${port}`), token: null, answerMs: 300 });
  t.teardown(async () => {
    await server.close();
    dripping.close();
  });
  const timeout = { ok: false, refusal: { code: "TIMEOUT" } };
  t.match(await server.read("a.md"), timeout);
  t.match(await server.write("a.md", Buffer.from("text"), {}), timeout);
  t.match(await server.remove("a.md", {}), timeout);
  t.match(await server.list(), timeout);
});
