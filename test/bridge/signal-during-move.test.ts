import t from "tap";
import { gate } from "../stand-in/gate.ts";
import { startStandIn } from "../stand-in/silverbullet.ts";
import { startBridge, staticMode } from "./executable.ts";
import { post } from "./http.ts";

for (const profile of ["old", "new"] as const) {
  t.test(`[bridge.signals] SIGTERM during a move: the move is finished and answered (${profile})`, async (t) => {
    const reached = gate();
    const goOn = gate();
    const server = await startStandIn({
      profile,
      files: { "Old.md": "text" },
      async onRequest({ method }) {
        if (method !== "DELETE") return undefined;
        reached.open();
        await goOn.opened;
        return undefined;
      },
    });
    t.teardown(server.close);
    const bridge = await startBridge(t, { ...staticMode, SB_URL: server.url });
    const call = { name: "move_page", arguments: { name: "Old", new_name: "New" } };
    const answer = post(bridge.port, "tools/call", call);
    await reached.opened;
    bridge.child.kill("SIGTERM");
    await untilRefused(bridge.port);
    goOn.open();
    t.match((await answer).json(), { result: { structuredContent: { name: "New.md" } } });
    t.strictSame(await bridge.exit(), { code: 0, signal: null });
    t.strictSame([server.files.get("Old.md"), String(server.files.get("New.md"))], [undefined, "text"]);
  });
}

/** Knocks until nobody listens any more; a knock that was heard too late is broken off. */
async function untilRefused(port: number): Promise<void> {
  for (;;) {
    const refusal = await post(port, "ping").then(
      () => null,
      (error) => error.code,
    );
    if (refusal === "ECONNREFUSED") return;
  }
}
