import t from "tap";
import { lane } from "../../../src/main/shared/lane.ts";

const never = new AbortController().signal;

/** A lane of numbers whose batches wait to be let go. */
function staged(mostItems = 10, mostWeight = 1000) {
  const batches: { readonly items: readonly number[]; readonly finish: (outcomes?: readonly string[]) => void }[] = [];
  const hand = lane<number, string>({
    mostItems,
    mostWeight,
    weigh: (item) => item,
    run: (items) =>
      new Promise((resolve, reject) => {
        batches.push({
          items,
          finish: (outcomes) => (outcomes === undefined ? reject(new Error("lost")) : resolve(outcomes)),
        });
      }),
  });
  return { hand, batches };
}

const turn = () => new Promise(setImmediate);

t.test("items that arrive while a batch runs form the next one, in order", async (t) => {
  const { hand, batches } = staged();
  const all = [1, 2, 3].map((item) => hand(item, never));
  batches[0]?.finish(["one"]);
  await turn();
  batches[1]?.finish(["two", "three"]);
  t.strictSame(
    await Promise.all(all),
    ["one", "two", "three"].map((outcome) => ({ kind: "done", outcome })),
  );
  t.strictSame(
    batches.map(({ items }) => items),
    [[1], [2, 3]],
  );
});

t.test("a batch is bounded in number and weight, but one item always passes", async (t) => {
  const { hand, batches } = staged(2, 10);
  const all = [1, 2, 3, 4, 50, 6].map((item) => hand(item, never));
  for (let batch = 0; batch < 5; batch++) {
    const current = batches[batch];
    current?.finish(current.items.map(String));
    await turn();
  }
  await Promise.all(all);
  t.strictSame(
    batches.map(({ items }) => items),
    [[1], [2, 3], [4], [50], [6]],
  );
});

t.test("[mcp.cancel] an item aborted before its batch is dropped; one whose batch has begun is finished", async (t) => {
  const { hand, batches } = staged();
  const abort = new AbortController();
  const begun = hand(1, abort.signal);
  const waiting = hand(2, abort.signal);
  abort.abort();
  batches[0]?.finish(["one"]);
  t.strictSame(await Promise.all([begun, waiting]), [{ kind: "done", outcome: "one" }, { kind: "dropped" }]);
});

t.test("[lost.writer] when a batch is lost its items say so and the next batch runs", async (t) => {
  const { hand, batches } = staged();
  const lost = hand(1, never);
  const next = hand(2, never);
  batches[0]?.finish();
  t.strictSame(await lost, { kind: "lost" });
  batches[1]?.finish(["two"]);
  t.strictSame(await next, { kind: "done", outcome: "two" });
});
