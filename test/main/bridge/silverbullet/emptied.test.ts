import t, { type Test } from "tap";
import { type SilverBullet, silverBullet } from "../../../../src/main/bridge/silverbullet/client.ts";
import { before, countOf, script } from "../../../stand-in/script.ts";
import { type StandIn, startStandIn } from "../../../stand-in/silverbullet.ts";
import { profiles } from "../pages/world.ts";

async function start(t: Test, profile: (typeof profiles)[number], text: string): Promise<[StandIn, SilverBullet]> {
  const standIn = await startStandIn({ profile, files: { "a.md": text } });
  const server = silverBullet({ url: new URL(standIn.url), token: null });
  t.teardown(async () => {
    await standIn.close();
    await server.close();
  });
  return [standIn, server];
}

/** Empties the file as a server does that is about to write it. */
function emptied(standIn: StandIn, modified: number): void {
  standIn.files.set("a.md", "", modified);
}

for (const profile of profiles) {
  t.test(`[bridge.partial-read] ${profile}: a page that is found emptied is read again`, async (t) => {
    const [standIn, server] = await start(t, profile, "old");
    script(standIn, before("read", null), () => {
      if (countOf(standIn, "read") < 3) emptied(standIn, 1000);
      else standIn.files.set("a.md", "new", 1001);
    });
    t.match(await server.read("a.md"), { value: { bytes: Buffer.from("new"), lastModifiedMs: 1001 } });
  });

  t.test(
    `[bridge.partial-read] ${profile}: a page that is written again and again is not believed to be empty`,
    async (t) => {
      const [standIn, server] = await start(t, profile, "old");
      script(standIn, before("read", null), () => emptied(standIn, 1000 + standIn.requests.length));
      t.match(await server.read("a.md"), { refusal: { code: "PAGE_UNSETTLED", facts: { page: "a.md" } } });
      t.equal(countOf(standIn, "read"), 3);
    },
  );

  t.test(`[bridge.partial-read] ${profile}: a page that stays empty is empty`, async (t) => {
    const [standIn, server] = await start(t, profile, "");
    t.match(await server.read("a.md"), { ok: true, value: { bytes: Buffer.alloc(0) } });
    t.equal(countOf(standIn, "read"), 3);
  });
}
