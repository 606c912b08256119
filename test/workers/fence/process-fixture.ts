import { appendLines } from "../../../src/workers/fence/append.ts";
import { mintConfig } from "../../../src/workers/fence/config-file.ts";
import type { Walk } from "../../../src/workers/fence/root.ts";
import { createPage } from "./create-page.ts";
import { fenceOn, inWyrd, type Primitive, staged } from "./staging.ts";

// A process that mints the config, makes a page and appends lines, and is killed before one of the calls that change
// something on disk, or may, when told so.

const [root = "", walk = "", killedAt = "none", page = "", lines = "0", name = ""] = process.argv.slice(2);

const changing: readonly Primitive[] = ["open", "write", "link", "unlink"];
let changes = 0;

const { result } = staged(
  (_, primitive) => {
    if (changing.includes(primitive)) changes += 1;
    if (changes === Number(killedAt)) process.kill(process.pid, "SIGKILL");
  },
  () => {
    const fence = fenceOn(root, walk as Walk);
    return inWyrd(fence, (wyrd) => {
      const minted = mintConfig(wyrd, Buffer.from(`${name}\n`));
      const made = createPage(fence, page);
      for (let line = 0; line < Number(lines); line++)
        appendLines(wyrd, [Buffer.from(`${JSON.stringify({ name, line })}\n`)]);
      return { minted: minted.ok && minted.minted, made: made.ok };
    });
  },
);
process.stdout.write(JSON.stringify(result));
