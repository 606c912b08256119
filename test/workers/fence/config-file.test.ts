import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import t from "tap";
import { configPath } from "../../../src/core/grant-path.ts";
import { limits } from "../../../src/core/limits.ts";
import { refuse } from "../../../src/core/refusal.ts";
import { mintConfig, readConfigBytes } from "../../../src/workers/fence/config-file.ts";
import { filesystems } from "./create-page.ts";
import { both, failEachCall, inWyrd, scene, staged, swapForLink, walks } from "./staging.ts";

const config = Buffer.from('{"a": "config"}\n');

for (const walk of walks) {
  t.test(`${walk}: no config is no refusal, and a config is its bytes`, async (t) => {
    const { fence, in: at } = scene(t, { ".wyrd": {} }, walk);
    t.strictSame(inWyrd(fence, readConfigBytes), { ok: true, bytes: null });
    for (const size of [0, 1, limits.configBytes]) {
      fs.writeFileSync(at(configPath), "x".repeat(size));
      const read = inWyrd(fence, readConfigBytes);
      assert(read.ok);
      t.equal(read.bytes?.length, size);
    }
  });

  t.test(`${walk}: a config that is too large, a link or no file is refused and left alone`, async (t) => {
    const { fence, in: at } = scene(t, { ".wyrd": { "real.json": "{}" } }, walk);
    const problems: [() => void, ReturnType<typeof refuse>][] = [
      [
        () => fs.writeFileSync(at(configPath), "x".repeat(limits.configBytes + 1)),
        refuse("SCRIBE_CONFIG_TOO_LARGE", { bytes: limits.configBytes + 1, limit: limits.configBytes }),
      ],
      [() => fs.symlinkSync("real.json", at(configPath)), refuse("SCRIBE_CONFIG_INVALID", { problem: "it is a link" })],
      [() => fs.symlinkSync("none", at(configPath)), refuse("SCRIBE_CONFIG_INVALID", { problem: "it is a link" })],
      [() => fs.mkdirSync(at(configPath)), refuse("SCRIBE_CONFIG_INVALID", { problem: "it is not a regular file" })],
      [
        () => execFileSync("mkfifo", [at(configPath)]),
        refuse("SCRIBE_CONFIG_INVALID", { problem: "it is not a regular file" }),
      ],
    ];
    for (const [make, refusal] of problems) {
      make();
      t.strictSame(inWyrd(fence, readConfigBytes), { ok: false, refusal });
      t.strictSame(
        inWyrd(fence, (wyrd) => mintConfig(wyrd, config)),
        { ok: true, minted: false },
        "never replaced",
      );
      fs.rmSync(at(configPath), { recursive: true });
    }
  });

  t.test(`[config.minted] ${walk}: a config is minted once`, async (t) => {
    const { fence, in: at } = scene(t, { ".wyrd": {} }, walk);
    inWyrd(fence, (wyrd) => {
      t.strictSame(mintConfig(wyrd, config), { ok: true, minted: true });
      t.strictSame(mintConfig(wyrd, Buffer.from("another")), { ok: true, minted: false });
    });
    t.strictSame(fs.readFileSync(at(configPath)), config);
    t.strictSame(fs.readdirSync(at(".wyrd")), ["scribe.json"]);
  });

  for (const [links, filesystem] of Object.entries(filesystems)) {
    for (const code of ["EIO", "ENOSPC", "EMFILE"]) {
      t.test(`${walk}, ${links}: ${code} at any call of minting leaves the whole config or nothing`, async (t) => {
        failEachCall(code, (fault, failed) => {
          const { fence, in: at } = scene(t, { ".wyrd": {} }, walk);
          const round = inWyrd(fence, (wyrd) => staged(both(fault, filesystem), () => mintConfig(wyrd, config)));
          const names = fs.readdirSync(at(".wyrd"));
          if (round.result.ok) t.strictSame(round.result, { ok: true, minted: true });
          if (round.result.ok) t.ok(names.includes("scribe.json"), `made, as told: ${failed()}`);
          if (names.includes("scribe.json"))
            t.strictSame(fs.readFileSync(at(configPath)), config, `whole: ${failed()}`);
          if (failed() !== "unlink")
            t.ok(names.join() === "scribe.json" || names.length === 0, `no stray: ${failed()}`);
          t.equal(round.leaked, 0);
          return round;
        });
      });
    }
  }

  t.test(`${walk}: every call of reading that fails is a refusal`, async (t) => {
    const { fence } = scene(t, { ".wyrd": { "scribe.json": "{}" } }, walk);
    failEachCall("EIO", (fault) => {
      const round = inWyrd(fence, (wyrd) => staged(fault, () => readConfigBytes(wyrd)));
      if (!round.result.ok) t.match(round.result.refusal, { code: "IO_ERROR", facts: { path: configPath } });
      t.equal(round.leaked, 0);
      return round;
    });
  });

  t.test(`${walk}: a config swapped for a link is not read through it`, async (t) => {
    const { fence, in: at } = scene(t, { ".wyrd": { "scribe.json": "INSIDE" }, "other.json": "OUTSIDE" }, walk);
    const { result } = inWyrd(fence, (wyrd) =>
      staged(
        (_, primitive) => {
          if (primitive === "fstat" && !fs.lstatSync(at(configPath)).isSymbolicLink())
            swapForLink(at(configPath), at("other.json"));
        },
        () => readConfigBytes(wyrd),
      ),
    );
    if (result.ok) t.equal(String(Buffer.from(result.bytes ?? [])), "INSIDE");
    else t.match(result.refusal, { code: "IO_ERROR", facts: { errno: "ESTALE" } });
  });
}
