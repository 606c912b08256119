import t from "tap";
import { appendLines } from "../../../src/workers/fence/append.ts";
import { mintConfig } from "../../../src/workers/fence/config-file.ts";
import type { Hold } from "../../../src/workers/fence/hold.ts";
import type { Fence } from "../../../src/workers/fence/root.ts";
import { createPage } from "./create-page.ts";
import { inWyrd, type Primitive, scene, staged } from "./staging.ts";

const told: readonly Primitive[] = ["write", "fsync", "fdatasync", "link"];

/** The order of the calls that make things and make them last. */
function order(step: () => unknown): Primitive[] {
  const calls: Primitive[] = [];
  staged((_, primitive) => {
    if (told.includes(primitive)) calls.push(primitive);
  }, step);
  return calls;
}

const within = (fence: Fence, step: (wyrd: Hold) => unknown) => inWyrd(fence, (wyrd) => order(() => step(wyrd)));

t.test(
  "[write.durable] bytes are on stable storage before they have a name, and the name is before success is told",
  async (t) => {
    const { fence } = scene(t, { ".wyrd": {} });
    const wholeFile = ["write", "fsync", "link", "fsync"];
    t.strictSame(
      order(() => createPage(fence, "page.md")),
      wholeFile,
      "page",
    );
    t.strictSame(
      within(fence, (wyrd) => mintConfig(wyrd, Buffer.from("{}"))),
      wholeFile,
      "config",
    );
  },
);

t.test(
  "[write.durable] a line is on stable storage before success is told, and so is the name of a new ledger",
  async (t) => {
    const { fence } = scene(t, { ".wyrd": {} });
    const lines = [Buffer.from("{}\n"), Buffer.from("{}\n")];
    t.strictSame(
      within(fence, (wyrd) => appendLines(wyrd, lines)),
      ["write", "fdatasync", "fsync"],
    );
    t.strictSame(
      within(fence, (wyrd) => appendLines(wyrd, lines)),
      ["write", "fdatasync"],
    );
  },
);
