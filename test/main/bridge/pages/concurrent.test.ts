import t from "tap";
import { gate } from "../../../stand-in/gate.ts";
import { profiles, startWorld } from "./world.ts";

const clients = 8;
const each = 50;
const line = (client: number, at: number): string => `client ${client} line ${at}\n`;
const all = Array.from({ length: clients * each }, (_, at) => line(at % clients, Math.floor(at / clients))).toSorted();

for (const profile of profiles) {
  t.test(
    `[bridge.one-at-a-time] ${profile}: of eight who append to a page at once, every line stands once`,
    async (t) => {
      const { call, standIn } = await startWorld(t, profile, { "a.md": "base\n" });
      const client = async (own: number): Promise<void> => {
        for (let at = 0; at < each; at++) {
          t.match(await call("append_to_page", { name: at % 2 === 0 ? "a" : "a.md", text: line(own, at) }), {
            ok: true,
          });
        }
      };
      await Promise.all(Array.from({ length: clients }, (_, own) => client(own)));
      const [base, ...lines] = (standIn.files.text("a.md") ?? "").split(/(?<=\n)/);
      t.equal(base, "base\n");
      t.strictSame(lines.toSorted(), all);
    },
  );

  t.test(`[bridge.one-at-a-time] ${profile}: edits of all kinds at once are all made`, async (t) => {
    const tasks = Array.from({ length: 20 }, (_, at) => `- [ ] [[task ${at}]]\n`).join("");
    const { call, standIn } = await startWorld(t, profile, { "a.md": tasks });
    const calls = Array.from({ length: 20 }, (_, at) => [
      call("check_task", { page: "a", ref: `task ${at}` }),
      call("append_to_page", { name: "a", text: `after ${at}\n` }),
      call("prepend_to_page", { name: "a", content: `before ${at}\n` }),
      call("patch_page_replace", { name: "a", find: `[[task ${at}]]`, new_string: `[[done ${at}]]` }),
    ]);
    for (const outcome of await Promise.all(calls.flat())) t.match(outcome, { ok: true });
    const numbers = Array.from({ length: 20 }, (_, at) => at);
    const expected = [
      ...numbers.map((at) => `before ${at}\n`).toReversed(),
      ...numbers.map((at) => `- [x] [[done ${at}]]\n`),
      ...numbers.map((at) => `after ${at}\n`),
    ];
    t.equal(standIn.files.text("a.md"), expected.join(""));
  });

  t.test(`[bridge.hung-page] ${profile}: a request that hangs keeps off its own page only`, async (t) => {
    const { call, standIn } = await startWorld(t, profile, { "hung.md": "base\n", "b.md": "base\n" });
    const hung = gate();
    const asked = gate();
    standIn.onRequest = async ({ file }) => {
      if (file !== "hung.md") return undefined;
      asked.open();
      await hung.opened;
      return undefined;
    };
    const waiting = Array.from({ length: 30 }, (_, at) => call("append_to_page", { name: "hung", text: `${at}\n` }));
    await asked.opened;
    const others = Array.from({ length: 30 }, (_, at) => call("append_to_page", { name: "b", text: `${at}\n` }));
    for (const outcome of await Promise.all(others)) t.match(outcome, { ok: true });
    t.equal(standIn.files.text("hung.md"), "base\n");
    hung.open();
    for (const outcome of await Promise.all(waiting)) t.match(outcome, { ok: true });
    const lines = Array.from({ length: 30 }, (_, at) => `${at}\n`).join("");
    t.equal(standIn.files.text("hung.md"), `base\n${lines}`);
    t.equal(standIn.files.text("b.md"), `base\n${lines}`);
  });
}

t.test("[bridge.retries] new: before one server, several bridges and editors lose no line of each other", async (t) => {
  const { call, another, standIn } = await startWorld(t, "new", { "a.md": "base\n" });
  const bridges = [call, another(), another()];
  let conflicts = 0;
  /** An honest caller: refused, it sends the call once more. */
  const client = async (own: number): Promise<void> => {
    for (let at = 0; at < each; ) {
      const bridge = bridges[own % bridges.length] ?? call;
      const outcome = await bridge("append_to_page", { name: "a", text: line(own, at), max_retries: 1 });
      if (outcome.ok) at++;
      else {
        t.match(outcome, { refusal: { code: "PRECONDITION_FAILED" } });
        conflicts++;
      }
    }
  };
  let puts = 0;
  standIn.onRequest = ({ method }) => {
    // Every tenth time an editor that has the folder open writes to the page at the worst moment.
    if (method === "PUT" && ++puts % 10 === 0) standIn.files.set("a.md", `edit ${puts}\n${standIn.files.text("a.md")}`);
    return undefined;
  };
  await Promise.all(Array.from({ length: clients }, (_, own) => client(own)));
  const lines = (standIn.files.text("a.md") ?? "").split(/(?<=\n)/);
  t.strictSame(lines.filter((line) => line.startsWith("client")).toSorted(), all);
  const edits = Array.from({ length: Math.floor(puts / 10) }, (_, at) => `edit ${(at + 1) * 10}\n`);
  t.strictSame(lines.filter((line) => line.startsWith("edit")).toReversed(), edits);
  t.ok(puts > all.length, `${puts} writes, ${conflicts} refusals: they were in each other's way`);
});
