import t from "tap";
import type { Reply } from "../stand-in/reply.ts";
import { etag, refused, startSpace, startSpaces } from "./bridge.ts";
import { staticToken } from "./executable.ts";

/** One call for each method that a server can refuse. */
const calls = [
  ["read_page", { name: "p" }],
  ["list_pages", {}],
  ["write_page", { name: "p", content: "x" }],
  ["delete_page", { name: "p" }],
] as const;

const json = { "Content-Type": "application/json" };
const html = { "Content-Type": "text/html; charset=utf-8" };
const badGateway = {
  type: "https://example.org/errors/502",
  title: "Error 502: Bad gateway",
  status: 502,
  detail: "The origin web server returned an invalid or incomplete response.",
  error_code: 502,
  error_name: "origin_bad_gateway",
  retryable: true,
  retry_after: 60,
  cloudflare_error: true,
};

/** What a server, or something before it, may answer to anything, and what comes of it. */
const answers: [reply: Reply, code: string, message: string, facts?: object][] = [
  [
    { status: 401, body: "Unauthorized" },
    "UNAUTHORIZED",
    "silverbullet refused the bridge's token (401); check MCP_SILVERBULLET_SB_TOKEN",
  ],
  [
    { status: 403, body: "Read-only: Cannot write file p.md: read-only mode" },
    "FORBIDDEN",
    "silverbullet refused the request (403): the space or the page is read-only",
  ],
  [
    { status: 403, body: "Insufficient access to this space" },
    "FORBIDDEN",
    "silverbullet refused the request (403): the bridge's account has insufficient access to this space",
  ],
  [
    { status: 403, body: "Path not in space" },
    "FORBIDDEN",
    "silverbullet refused the request (403): access to the page is not allowed, or its name leads out of the space",
  ],
  [{ status: 413 }, "SERVER_BODY_TOO_LARGE", "body too large: limit is 4 MiB"],
  [{ status: 500, body: "Could not write file: p.md" }, "SERVER_ERROR", "silverbullet error: 500", { status: 500 }],
  [
    { status: 429, headers: json, body: '{"title":"Slow down"}' },
    "SERVER_ERROR",
    "silverbullet error: 429",
    { status: 429 },
  ],
  [{ status: 503, headers: html, body: "<title>Error 1015</title>" }, "SERVER_ERROR", "silverbullet error: 503"],
  [{ status: 307, headers: { Location: "/.auth" } }, "SERVER_ERROR", "silverbullet error: 307", { status: 307 }],
  [
    { status: 502, headers: json, body: JSON.stringify(badGateway, null, 2) },
    "SERVER_ERROR",
    'silverbullet error: 502 [cf_hint: {"retry_after":60,"error_code":502,"title":"Error 502: Bad gateway"}]',
    { status: 502 },
  ],
  [
    {
      status: 429,
      headers: { ...json, "Retry-After": "30" },
      body: '{"error_code":"1015","title":"","cloudflare_error":true}',
    },
    "SERVER_ERROR",
    'silverbullet error: 429 [cf_hint: {"retry_after":30,"error_code":1015}]',
  ],
  [
    { status: 530, headers: json, body: '{"cloudflare_error":true,"title":"Error 1033: Tunnel","retry_after":null}' },
    "SERVER_ERROR",
    'silverbullet error: 530 [cf_hint: {"title":"Error 1033: Tunnel"}]',
  ],
];

const [spaces, closed] = await Promise.all([startSpaces(t), startSpace(t, { profile: "new", prefix: "/wiki" })]);

for (const space of spaces) {
  const { profile, standIn, done, asked, fresh } = space;

  t.test(`[bridge.server-answers] ${profile}: each kind of failure is told apart, and asked for once`, async (t) => {
    for (const [reply, code, message, facts] of answers) {
      for (const call of calls) {
        fresh({ "p.md": "p" });
        standIn.onRequest = () => reply;
        await refused(t, space, call, code, message, facts);
        t.equal(asked().length, 1, `${call[0]}: one request`);
      }
      t.equal(standIn.files.text("p.md"), "p");
    }
  });

  t.test(
    `[bridge.server-answers] ${profile}: a web page in a file's place is refused, an HTML file is one`,
    async (t) => {
      fresh({ "page.html": "<html></html>" });
      t.match(await done("read_page", { name: "page.html" }), { body: "<html></html>" });
      standIn.onRequest = () => ({ status: 200, headers: html, body: "<!DOCTYPE html><html></html>" });
      const message =
        "silverbullet's answer cannot be used: it is a web page and no file; check MCP_SILVERBULLET_SB_URL";
      for (const [tool, args] of [calls[0], calls[2], calls[3], ["page_exists", { name: "p" }] as const]) {
        await refused(t, space, [tool, args], "BAD_ANSWER", message);
      }
    },
  );

  t.test(
    `[bridge.broken-answers] ${profile}: an answer that breaks off is no page, and no write is sent twice`,
    async (t) => {
      const unreachable = `silverbullet unreachable at ${standIn.url}; check that it runs there`;
      const broken: Reply[] = [
        "hang-up",
        { status: 200, body: "x".repeat(1000), cutAfter: 400 },
        { status: 200, body: "x", cutAfter: 0 },
      ];
      for (const reply of broken) {
        for (const call of calls) {
          fresh({ "p.md": "p" });
          standIn.onRequest = () => reply;
          await refused(t, space, call, "UNREACHABLE", unreachable);
          const isReading = call[0] === "read_page" || call[0] === "list_pages";
          t.equal(asked().length, isReading ? 2 : 1, `${call[0]}: requests`);
        }
      }
      fresh({ "p.md": "p" });
      let left = 1;
      standIn.onRequest = () => (left-- > 0 ? "hang-up" : undefined);
      t.match(
        await done("read_page", { name: "p" }),
        { body: "p" },
        "a connection that was closed while idle is no failure",
      );
    },
  );

  t.test(`[bridge.partial-pages] ${profile}: a page of another size than its headers say is read again`, async (t) => {
    fresh({ "p.md": "whole" });
    const part: Reply = { status: 200, headers: { "X-Content-Length": "5", "X-Last-Modified": "1" }, body: "wh" };
    let left = 1;
    standIn.onRequest = ({ method }) => (method === "GET" && left-- > 0 ? part : undefined);
    t.match(await done("append_to_page", { name: "p", text: "x" }), { etag: etag("whole\nx") });
    standIn.onRequest = () => part;
    asked();
    const message = "p.md is being written by somebody else; try again in a moment";
    await refused(t, space, ["append_to_page", { name: "p", text: "x" }], "PAGE_UNSETTLED", message, { page: "p.md" });
    t.strictSame(asked(), ["GET p.md", "GET p.md", "GET p.md"]);
  });
}

t.test("[bridge.server-url] the path of the address goes before every other, and the token goes along", async (t) => {
  const { standIn, done } = closed;
  await done("write_page", { name: "a", content: "one" });
  t.match(await done("list_pages"), { result: [{ name: "a.md" }] });
  t.strictSame(
    standIn.requests.map(({ path }) => path),
    ["/wiki/.fs/a.md", "/wiki/.fs"],
  );
  for (const { headers } of standIn.requests) t.equal(headers.authorization, `Bearer ${staticToken}`);
});

t.test(
  "[bridge.server-url] an address where no space is gives no list, and a body without end is no page",
  async (t) => {
    const { standIn } = closed;
    standIn.onRequest = () => ({ status: 404, headers: html, body: "No space here" });
    const unusable = (problem: string) =>
      `silverbullet's answer cannot be used: ${problem}; check MCP_SILVERBULLET_SB_URL`;
    const none = unusable("there is no list of pages at its address");
    await refused(t, closed, ["list_pages", {}], "BAD_ANSWER", none);
    standIn.onRequest = () => ({ status: 200, body: Buffer.alloc(64 * 1024 * 1024 + 1) });
    await refused(t, closed, ["read_page", { name: "a" }], "BAD_ANSWER", unusable("it is too large"));
    standIn.onRequest = undefined;
  },
);

t.test("[bridge.server-answers] a failure with a body that is far too large is told without a hint", async (t) => {
  const { standIn } = closed;
  const fields = JSON.stringify({ cloudflare_error: true, error_code: 1020, title: "Access denied" });
  const padded = (bytes: number) => ({ status: 520, body: fields.padEnd(bytes) });
  const message = 'silverbullet error: 520 [cf_hint: {"error_code":1020,"title":"Access denied"}]';
  standIn.onRequest = () => padded(16 * 1024);
  await refused(t, closed, ["read_page", { name: "a" }], "SERVER_ERROR", message);
  standIn.onRequest = () => padded(16 * 1024 + 1);
  await refused(t, closed, ["read_page", { name: "a" }], "SERVER_ERROR", "silverbullet error: 520");
  standIn.onRequest = undefined;
});

t.test("[bridge.server-rights] what a server with a user, or a read-only one, refuses", async (t) => {
  const files = { "p.md": "p" };
  const user = { user: "me:secret", token: "another-token" };
  const [foreign, own, readOnly] = await Promise.all([
    startSpace(t, { profile: "old", files, ...user }),
    startSpace(t, { profile: "new", files, ...user }, { SB_TOKEN: user.token }),
    startSpace(t, { profile: "new", files, library: { "Library/Std.md": "s" }, readOnly: true }),
  ]);
  for (const [tool, args] of calls) {
    const { isError, structuredContent } = await foreign.call(tool, args);
    t.match([isError, structuredContent.code], [true, "UNAUTHORIZED"], tool);
    await t.resolves(own.done(tool, args), tool);
  }
  t.equal(foreign.standIn.files.text("p.md"), "p");
  const message = "silverbullet refused the request (403): the space or the page is read-only";
  for (const name of ["p", "new", "Library/Std"]) {
    await refused(t, readOnly, ["write_page", { name, content: "x" }], "FORBIDDEN", message);
  }
  await refused(t, readOnly, ["append_to_page", { name: "p", text: "x" }], "FORBIDDEN", message);
  await refused(t, readOnly, ["create_page", { name: "new", content: "x" }], "FORBIDDEN", message);
  await refused(t, readOnly, ["move_page", { name: "p", new_name: "q" }], "FORBIDDEN", message);
  await refused(t, readOnly, ["delete_page", { name: "p" }], "FORBIDDEN", message);
  t.strictSame(readOnly.standIn.files.names(), ["p.md"]);
});

t.test("[bridge.unreachable] a server that is not there is named, without a secret", async (t) => {
  const { standIn } = closed;
  await standIn.close();
  for (const call of calls) {
    await refused(
      t,
      closed,
      call,
      "UNREACHABLE",
      `silverbullet unreachable at ${standIn.url}; check that it runs there`,
    );
  }
});
