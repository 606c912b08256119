import { connect as connectTo } from "node:net";
import t from "tap";
import { gate } from "../stand-in/gate.ts";
import { startSpace } from "./bridge.ts";
import { post } from "./http.ts";

const files = { "old.md": "the text\n" };
const move = { name: "old", new_name: "new" };

for (const profile of ["old", "new"] as const) {
  t.test(
    `[bridge.move-finished] ${profile}: a bridge told to end, or killed, in a move leaves the text whole`,
    async (t) => {
      const plain = await startSpace(t, { profile, files });
      await plain.done("move_page", move);
      const requests = plain.asked();
      for (const [nth, request] of requests.entries()) {
        const { bridge, standIn, done } = await startSpace(t, { profile, files });
        const [held, asked] = [gate(), gate()];
        standIn.onRequest = async () => {
          if (standIn.requests.length !== nth + 1) return undefined;
          asked.open();
          await held.opened;
          return undefined;
        };
        const moved = done("move_page", move);
        await asked.opened;
        bridge.child.kill("SIGTERM");
        while (await isOpen(bridge.port)) await new Promise(setImmediate);
        held.open();
        t.match(await moved, { name: "new.md", size_bytes: 9 }, `told to end at ${request}, it answers`);
        t.strictSame(await bridge.exit(), { code: 0, signal: null });
        t.strictSame(standIn.files.names(), ["new.md"], "it finishes");
        t.equal(standIn.files.text("new.md"), "the text\n");
      }
      for (const nth of [requests.indexOf("PUT new.md"), requests.length - 1]) {
        const { bridge, standIn } = await startSpace(t, { profile, files });
        const acted = gate();
        standIn.onReply = async () => {
          if (standIn.requests.length !== nth + 1) return undefined;
          bridge.child.kill("SIGKILL");
          await bridge.exit();
          acted.open();
          return undefined;
        };
        await t.rejects(post(bridge.port, "tools/call", { name: "move_page", arguments: move }));
        await acted.opened;
        const names = standIn.files.names();
        t.equal(names.at(-1), "new.md", `killed at ${requests[nth]}`);
        for (const name of names) t.equal(standIn.files.text(name), "the text\n", name);
      }
    },
  );
}

/** Whether something listens on a port. */
function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTo(port, "127.0.0.1");
    socket.on("connect", () => socket.destroy());
    socket.on("error", () => resolve(false));
    socket.on("close", () => resolve(true));
  });
}
