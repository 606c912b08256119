import { execFile, spawnSync } from "node:child_process";
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import t from "tap";
import { configPath, ledgerPath } from "../../../src/core/grant-path.ts";
import { clearStrays } from "../../../src/workers/fence/strays.ts";
import { pageText } from "./create-page.ts";
import { inWyrd, scene, walks } from "./staging.ts";

const fixture = fileURLToPath(new URL("process-fixture.js", import.meta.url));

const [walk = "paths"] = walks;

t.test(
  "[fence.whole-or-nothing] killed before any change, a process leaves whole files or none, and the next start clears the rest",
  async (t) => {
    let kills = 0;
    let strays = 0;
    for (let status: number | null = null; status === null; kills++) {
      const { root, fence, in: at } = scene(t, { ".wyrd": {} }, walk);
      ({ status } = spawnSync(process.execPath, [fixture, root, walk, String(kills + 1), "page.md", "1", "killed"]));
      const read = (path: string) => (fs.existsSync(at(path)) ? fs.readFileSync(at(path), "utf8") : null);
      t.ok([null, pageText].includes(read("page.md")), "the page");
      t.ok([null, "killed\n"].includes(read(configPath)), "the config");
      t.ok([null, "", '{"name":"killed","line":0}\n'].includes(read(ledgerPath)), "the ledger");

      const left = () => fs.readdirSync(at(".wyrd")).filter((name) => name.endsWith(".tmp")).length;
      const page = read("page.md");
      strays += left();
      inWyrd(fence, clearStrays);
      t.equal(left(), 0, "strays");
      t.equal(read("page.md"), page, "the page stays as it was");
    }
    t.ok(kills > 10 && strays > 3, `${kills} kills, ${strays} strays`);
  },
);

t.test(
  "[config.one-id] [ledger.one-write] processes on one vault agree on one config and one page, and never splice their lines",
  async (t) => {
    const { root, in: at } = scene(t, { ".wyrd": {} });
    const names = Array.from({ length: 8 }, (_, index) => `server-${index}`);
    const lines = 40;
    const started = names.map((name) =>
      promisify(execFile)(process.execPath, [fixture, root, walk, "none", "page.md", String(lines), name]),
    );
    const outcomes = (await Promise.all(started)).map(
      ({ stdout }) => JSON.parse(stdout) as { minted: boolean; made: boolean },
    );
    t.equal(outcomes.filter((outcome) => outcome.made).length, 1, "one made the page");
    t.equal(outcomes.filter((outcome) => outcome.minted).length, 1, "one minted the config");
    const winner = names[outcomes.findIndex((outcome) => outcome.minted)];
    t.equal(fs.readFileSync(at(configPath), "utf8"), `${winner}\n`);

    const records = fs
      .readFileSync(at(ledgerPath), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    t.equal(records.length, names.length * lines);
    for (const name of names) {
      const own = records.filter((record) => record.name === name).map((record) => record.line);
      t.strictSame(own, Array.from(own.keys()), `${name} in order`);
    }
    t.strictSame(fs.readdirSync(at(".wyrd")).sort(), ["lineage.jsonl", "scribe.json"]);
  },
);
