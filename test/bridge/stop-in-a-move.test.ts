import { connect as connectTo } from "node:net";
import t from "tap";
import { gate } from "../stand-in/gate.ts";
import { profiles, startSpace } from "./bridge.ts";

const files = { "old.md": "the text\n" };
const move = { name: "old", new_name: "new" };

for (const profile of profiles) {
  t.test(`[bridge.move-finished] ${profile}: a bridge told to end finishes a move, wherever it is`, async (t) => {
    const plain = await startSpace(t, { profile, files });
    await plain.done("move_page", move);
    for (const [nth, request] of plain.asked().entries()) {
      const { bridge, standIn, done } = await startSpace(t, { profile, files });
      const [held, asked] = [gate(), gate()];
      standIn.onRequest = async () => {
        if (standIn.requests.length === nth + 1) {
          asked.open();
          await held.opened;
        }
        return undefined;
      };
      const moved = done("move_page", move);
      await asked.opened;
      bridge.child.kill("SIGTERM");
      while (await isOpen(bridge.port)) await new Promise(setImmediate);
      held.open();
      t.match(await moved, { name: "new.md", size_bytes: 9 }, request);
      t.strictSame(await bridge.exit(), { code: 0, signal: null }, request);
      t.strictSame(standIn.files.names(), ["new.md"], request);
      t.equal(standIn.files.text("new.md"), "the text\n", request);
    }
  });

  t.test(`[bridge.move-finished] ${profile}: a bridge that is killed in a move leaves the text whole`, async (t) => {
    const plain = await startSpace(t, { profile, files });
    await plain.done("move_page", move);
    for (const [nth, request] of plain.asked().entries()) {
      const { bridge, standIn, call } = await startSpace(t, { profile, files });
      standIn.onRequest = async () => {
        if (standIn.requests.length !== nth + 1) return undefined;
        bridge.child.kill("SIGKILL");
        await bridge.exit();
        return undefined;
      };
      await t.rejects(call("move_page", move), request);
      const names = standIn.files.names();
      t.ok(names.length > 0, `${request}: ${names}`);
      for (const name of names) t.equal(standIn.files.text(name), "the text\n", `${request}: ${name}`);
    }
  });
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTo(port, "127.0.0.1");
    socket.on("connect", () => socket.destroy());
    socket.on("error", () => resolve(false));
    socket.on("close", () => resolve(true));
  });
}
