import t from "tap";
import { connect, profiles, startSpace } from "./bridge.ts";

const clients = 8;
const each = 50;

for (const profile of profiles) {
  t.test(
    `[bridge.one-at-a-time] ${profile}: of eight clients who append to a page, every line stands once`,
    async (t) => {
      const { bridge, standIn } = await startSpace(t, { profile, files: { "a.md": "base\n" } });
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
    },
  );
}

t.test("[bridge.contended] the fourth refusal of a page within a minute tells that it is contended", async (t) => {
  const { call } = await startSpace(t, { profile: "new", files: { "a.md": "a", "b.md": "b" } });
  const if_match = `"sha256:${"0".repeat(64)}"`;
  const texts: string[] = [];
  for (const tool of ["append_to_page", "write_page", "delete_page", "append_to_page", "append_to_page"]) {
    const args = tool === "append_to_page" ? { text: "x" } : tool === "write_page" ? { content: "x" } : {};
    const { structuredContent } = await call(tool, { name: "a", if_match, ...args });
    texts.push(structuredContent.message);
    await call("append_to_page", { name: "b", if_match: "*", text: "x" });
  }
  t.strictSame(
    texts.map((text) => text.endsWith(" [concurrent_edit_hint: true]")),
    [false, false, false, true, true],
  );
});
