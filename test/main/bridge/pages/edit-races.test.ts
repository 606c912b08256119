import fc from "fast-check";
import t from "tap";
import type { StandIn } from "../../../stand-in/silverbullet.ts";
import { profiles, startWorld } from "./world.ts";

/** What another writer does: writes to the page as it is, or to the text that they wrote last, or deletes it. */
const act = fc.constantFrom("builds on", "builds on", "overwrites", "same length", "puts back", "deletes");
const acts = fc.array(fc.option(act), { maxLength: 5 });
const edit = fc.constantFrom("append_to_page", "prepend_to_page");

/** Another writer, who knows the page as they wrote it last. */
function writer(standIn: StandIn) {
  let theirs: string | null = standIn.files.text("a.md") ?? null;
  let count = 0;
  return {
    /** Their last text without ours, or null when they deleted the page. */
    last: () => theirs?.replaceAll("ours\n", "") ?? null,
    act(what: string | null | undefined): void {
      if (what == null || standIn.files.text("a.md") === undefined) return;
      count++;
      const line = `hers ${count}\n`;
      if (what === "deletes") theirs = null;
      else if (what === "builds on") theirs = standIn.files.text("a.md") + line;
      else if (what === "overwrites") theirs += line;
      else if (what === "same length") theirs = theirs?.replace(/base./, `base${count % 10}`) ?? null;
      if (theirs === null) standIn.files.delete("a.md");
      else standIn.files.set("a.md", theirs);
    },
  };
}

for (const profile of profiles) {
  t.test(
    `[bridge.no-text-twice] ${profile}: whatever another writer does, no text stands twice and theirs stays`,
    async (t) => {
      const { call, standIn } = await startWorld(t, profile);
      const property = fc.asyncProperty(edit, acts, acts, fc.nat(4), async (tool, before, after, max_retries) => {
        standIn.files.set("a.md", "base0\n");
        const other = writer(standIn);
        const asked = { puts: 0, late: 0 };
        standIn.onRequest = ({ method }) => {
          // Between read and write, only servers with etags can keep another writer's text.
          if (method === "PUT" && profile === "new") other.act(before[asked.puts]);
          return undefined;
        };
        standIn.onReply = ({ method }) => {
          if (method !== "PUT") return undefined;
          const what = after[asked.puts++];
          if (what != null) asked.late = asked.puts;
          other.act(what);
          return undefined;
        };
        const { ok, refusal } = await call(tool, { name: "a", text: "ours\n", content: "ours\n", max_retries });

        const text = standIn.files.text("a.md") ?? null;
        const ours = text === null ? 0 : text.split("ours\n").length - 1;
        const told = JSON.stringify([profile, tool, before, after, max_retries, ok, refusal?.code, text]);
        t.ok(ours <= 1, told);
        t.equal(text?.replaceAll("ours\n", "") ?? null, other.last(), told);
        t.ok(asked.puts <= max_retries + 1, told);
        if (ok && asked.late !== asked.puts) t.equal(ours, 1, told);
        if (ok && profile === "old") t.ok(ours === 1 || text === null, told);
        if (!ok && profile === "new") t.equal(ours, 0, told);
        if (!ok) t.ok(["PRECONDITION_FAILED", "CONCURRENT_EDIT", "PAGE_NOT_FOUND"].includes(refusal.code), told);
      });
      await fc.assert(property, { numRuns: 200 });
    },
  );
}
