import { randomUUID } from "node:crypto";
import t from "tap";
import { startStandIn } from "../stand-in/silverbullet.ts";
import { connect, profiles } from "./bridge.ts";
import type { Live } from "./cases/case.ts";
import { otherWriter } from "./cases/other-writer.ts";
import { cases } from "./cases.ts";
import { startBridge, staticMode } from "./executable.ts";

t.setTimeout(300_000);

/** Set to go through the cases on a server of your own. They work in a folder of a random name and leave nothing behind. */
const { SILVERBULLET_URL: realUrl, SILVERBULLET_TOKEN: realToken = "" } = process.env;

interface Server {
  readonly name: string;
  readonly url: string;
  readonly token: string;
}

async function standIn(profile: (typeof profiles)[number]): Promise<Server> {
  const token = "token-of-the-stand-in";
  const { url, close } = await startStandIn({ profile, user: "me:secret", token });
  t.teardown(close);
  return { name: `stand-in ${profile}`, url, token };
}

async function live({ url, token }: Server): Promise<Live> {
  const { port } = await startBridge(t, { ...staticMode, SB_URL: url, SB_TOKEN: token });
  const another = () => connect(t, port);
  return { ...(await another()), another, server: otherWriter(url, token) };
}

const real = realUrl === undefined ? [] : [{ name: "real server", url: realUrl.replace(/\/+$/, ""), token: realToken }];
const servers = [...(await Promise.all(profiles.map(standIn))), ...real];
const all = await Promise.all(servers.map(async (server) => ({ name: server.name, ...(await live(server)) })));

for (const { name, ...live } of all) {
  const { server } = live;
  const base = `Bridge test ${randomUUID()}`;
  for (const [at, [promise, keep]] of cases.entries()) {
    t.test(`[bridge.any-server] ${name}: ${promise}`, async (t) => {
      const folder = `${base}/${at}`;
      t.teardown(async () => {
        for (const file of await server.below(folder)) await server.remove(file);
      });
      await keep(t, live, folder);
    });
  }

  t.test(`[bridge.any-server] ${name}: and nothing is left behind`, async (t) => {
    t.strictSame(await server.below(base), []);
  });
}

if (realUrl === undefined) t.comment("No real server is tested: SILVERBULLET_URL is not set.");
