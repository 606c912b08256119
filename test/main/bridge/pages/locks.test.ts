import t from "tap";
import { locks } from "../../../../src/main/bridge/pages/locks.ts";
import { gate } from "../../../stand-in/gate.ts";

t.test("[bridge.one-at-a-time] work on a page runs one after another, in the order in which it came", async (t) => {
  const { hold } = locks();
  const seen: string[] = [];
  const work = async (at: number): Promise<void> => {
    seen.push(`begin ${at}`);
    await new Promise(setImmediate);
    seen.push(`end ${at}`);
  };
  await Promise.all(Array.from({ length: 20 }, (_, at) => hold(["a"], () => work(at))));
  t.strictSame(seen, Array.from({ length: 20 }, (_, at) => [`begin ${at}`, `end ${at}`]).flat());
});

t.test("[bridge.one-at-a-time] pages that are wanted in opposite orders do not lock each other out", async (t) => {
  const { hold } = locks();
  let running = 0;
  const work = async (): Promise<void> => {
    t.equal(++running, 1);
    await new Promise(setImmediate);
    running--;
  };
  const orders = [["a", "b"], ["b", "a"], ["a"], ["b", "b", "a"], ["b", "c", "a"]];
  await Promise.all(
    Array.from({ length: 50 }, (_, at) => {
      const order = orders[at % orders.length] ?? [];
      return order.length === 1 ? hold([...order, "b"], work) : hold(order, work);
    }),
  );
  t.equal(running, 0);
});

t.test("[bridge.one-at-a-time] work that waits keeps off its own pages only", async (t) => {
  const { hold } = locks();
  const first = gate();
  const seen: string[] = [];
  const held = hold(["a", "b"], () => first.opened);
  const waiting = hold(["b"], async () => void seen.push("b"));
  await hold(["c"], async () => void seen.push("c"));
  t.strictSame(seen, ["c"]);
  first.open();
  await Promise.all([held, waiting]);
  t.strictSame(seen, ["c", "b"]);
});

t.test("[bridge.one-at-a-time] work that fails lets the next one in", async (t) => {
  const { hold } = locks();
  const failing = hold(["a"], () => Promise.reject(new Error("no")));
  const throwing = hold(["a"], () => {
    throw new Error("at once");
  });
  const next = hold(["a"], async () => "in");
  await t.rejects(failing, { message: "no" });
  await t.rejects(throwing, { message: "at once" });
  t.equal(await next, "in");
});
