import t from "tap";
import { connect, startSpace } from "./bridge.ts";

const clients = 8;
const each = 50;

t.test("[bridge.one-at-a-time] of eight clients who append to a page at once, every line stands once", async (t) => {
  const { bridge, standIn } = await startSpace(t, { profile: "old", files: { "a.md": "base\n" } });
  const append = async (own: number): Promise<void> => {
    const { done } = await connect(t, bridge.port);
    for (let at = 0; at < each; at++) await done("append_to_page", { name: "a", text: `client ${own} line ${at}` });
  };
  await Promise.all(Array.from({ length: clients }, (_, own) => append(own)));
  const [base, ...lines] = (standIn.files.text("a.md") ?? "").split("\n");
  t.equal(base, "base");
  const expected = Array.from(
    { length: clients * each },
    (_, at) => `client ${at % clients} line ${Math.floor(at / clients)}`,
  );
  t.strictSame(lines.toSorted(), expected.toSorted());
});
