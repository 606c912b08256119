import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import t from "tap";
import { ledgerPath } from "../../../src/core/grant-path.ts";
import { refuse } from "../../../src/core/refusal.ts";
import { appendLines, type LineFate } from "../../../src/workers/fence/append.ts";
import { checkLedger } from "../../../src/workers/fence/ledger.ts";
import type { Fence } from "../../../src/workers/fence/root.ts";
import { openScribeDir } from "../../../src/workers/fence/scribe-dir.ts";
import { sys } from "../../../src/workers/fence/sys.ts";
import { errno, failEachCall, forEachCall, inWyrd, plant, scene, staged, swapForLink, walks } from "./staging.ts";

const lines = ['{"n":1}\n', '{"n":22}\n', '{"n":333}\n'];

const append = (fence: Fence, texts = lines) =>
  inWyrd(fence, (wyrd) =>
    appendLines(
      wyrd,
      texts.map((text) => Buffer.from(text)),
    ),
  );

for (const walk of walks) {
  t.test(`${walk}: lines stand in the ledger in their order, each on its own`, async (t) => {
    const { fence, in: at } = scene(t, { ".wyrd": {} }, walk);
    t.strictSame(inWyrd(fence, checkLedger), { ok: true });
    t.strictSame(append(fence), [{ ok: true }, { ok: true }, { ok: true }]);
    t.strictSame(append(fence, ["{}\n"]), [{ ok: true }]);
    t.equal(fs.readFileSync(at(ledgerPath), "utf8"), `${lines.join("")}{}\n`);
    t.equal(fs.statSync(at(ledgerPath)).mode & 0o777, 0o666 & ~process.umask());
    t.strictSame(inWyrd(fence, checkLedger), { ok: true });
  });

  t.test(`[ledger.appendable] ${walk}: a ledger that cannot be appended to is told, and left as it is`, async (t) => {
    const problems: Record<string, (ledger: string, other: string) => void> = {
      directory: (ledger) => fs.mkdirSync(ledger),
      link: (ledger, other) => fs.symlinkSync(other, ledger),
      hard_link: (ledger, other) => fs.linkSync(other, ledger),
      not_a_file: (ledger) => execFileSync("mkfifo", [ledger]),
      read_only: (ledger) => fs.writeFileSync(ledger, "old\n", { mode: 0o444 }),
    };
    const root = process.getuid?.() === 0;
    for (const [problem, make] of Object.entries(problems)) {
      const { fence, in: at } = scene(t, { ".wyrd": { other: "old\n" } }, walk);
      make(at(ledgerPath), at(".wyrd/other"));
      const facts = { problem: problem as "link", errno: problem === "read_only" && !root ? "EACCES" : null };
      const refusal = refuse("LEDGER_UNUSABLE", facts);
      t.strictSame(inWyrd(fence, checkLedger), { ok: false, refusal }, problem);
      t.strictSame(append(fence, ["{}\n"]), [{ ok: false, refusal, retained: null }], problem);
      t.equal(fs.readFileSync(at(".wyrd/other"), "utf8"), "old\n", problem);
    }
  });

  t.test(`${walk}: a dangling link is no ledger, and what it names is not made`, async (t) => {
    const { fence, in: at } = scene(t, { ".wyrd": { "lineage.jsonl": { link: "../made" } } }, walk);
    t.match(append(fence, ["{}\n"]), [{ ok: false, refusal: { code: "LEDGER_UNUSABLE", facts: { problem: "link" } } }]);
    t.notOk(fs.existsSync(at("made")));
  });

  t.test(
    `[fence.contained] ${walk}: whatever is swapped for a link before whatever call, nothing outside is written`,
    async (t) => {
      for (const swapped of [".wyrd/lineage.jsonl", ".wyrd", "."]) {
        for (const ledger of [{ "lineage.jsonl": "old\n" }, {}]) {
          if (swapped === ".wyrd/lineage.jsonl" && !("lineage.jsonl" in ledger)) continue;
          forEachCall((inTurn) => {
            const { base, fence, in: at } = scene(t, { ".wyrd": ledger }, walk);
            const outside = join(base, "outside");
            plant(outside, { ".wyrd": { ...ledger } });
            const before = fs.readdirSync(outside, { recursive: true });
            const swap = inTurn(() => swapForLink(at(swapped), join(outside, swapped)));
            const round = staged(swap, () => {
              const dir = openScribeDir(fence);
              if (!dir.ok) return;
              appendLines(dir.wyrd, [Buffer.from("new\n")]);
              dir.wyrd.close();
            });
            t.strictSame(fs.readdirSync(outside, { recursive: true }), before, swapped);
            if ("lineage.jsonl" in ledger) {
              t.equal(fs.readFileSync(join(outside, ledgerPath), "utf8"), "old\n", swapped);
            }
            t.equal(round.leaked, 0);
            return round;
          });
        }
      }
    },
  );

  for (const code of ["EIO", "ENOSPC", "EMFILE"]) {
    t.test(`${walk}: ${code} at any call is told as it is`, async (t) => {
      for (const old of [null, "old\n", "torn"]) {
        failEachCall(code, (fault, failed) => {
          const { fence, in: at } = scene(t, { ".wyrd": old === null ? {} : { "lineage.jsonl": old } }, walk);
          const round = inWyrd(fence, (wyrd) =>
            staged(fault, () =>
              appendLines(
                wyrd,
                lines.map((line) => Buffer.from(line)),
              ),
            ),
          );
          const text = fs.existsSync(at(ledgerPath)) ? fs.readFileSync(at(ledgerPath), "utf8") : "";
          t.ok(text.startsWith(old ?? ""), `old bytes stay: ${failed()}`);
          for (const [index, fate] of round.result.entries()) {
            t.ok(isTrue(fate, lines[index] ?? "", text), `${failed()}: ${JSON.stringify(fate)}`);
          }
          t.equal(round.leaked, 0);
          return round;
        });
      }
    });
  }
}

/** Whether what is said of a line is so. */
function isTrue(fate: LineFate, line: string, ledger: string): boolean {
  if (fate.ok) return ledger.includes(line);
  if (fate.retained === null) return !ledger.includes(line.slice(0, -1));
  const { bytes } = fate.retained;
  return bytes === "indeterminate" || (ledger.endsWith(line.slice(0, bytes)) && bytes < line.length);
}

t.test(
  "[ledger.torn-tail] whatever the ledger ends in, a new line stands alone and old bytes stay, in one write",
  async (t) => {
    const { fence, in: at } = scene(t, { ".wyrd": {} });
    const writes: number[] = [];
    const { write } = sys;
    t.intercept(sys, "write", {
      value: (fd: number, bytes: Uint8Array) => {
        writes.push(bytes.length);
        return write(fd, bytes);
      },
    });
    const line = fc.string({ unit: "grapheme" }).map((text) => `${JSON.stringify({ text })}\n`);
    const tail = fc.oneof(fc.string(), line, fc.constantFrom("\n", "\r", '{"torn', "\n\n"));
    fc.assert(
      fc.property(tail, fc.array(line, { minLength: 1, maxLength: 4 }), (old, lines) => {
        fs.writeFileSync(at(ledgerPath), old);
        writes.length = 0;
        t.ok(append(fence, lines).every((fate) => fate.ok));
        const lead = old === "" || old.endsWith("\n") ? "" : "\n";
        t.equal(fs.readFileSync(at(ledgerPath), "utf8"), old + lead + lines.join(""));
        t.equal(writes.length, 1);
      }),
      { numRuns: 200 },
    );
  },
);

t.test("a write that comes short tells of each line how much of it is there, and is not tried again", async (t) => {
  for (const old of ["old\n", "torn"]) {
    const block = (old === "torn" ? "\n" : "") + lines.join("");
    for (let short = 0; short <= block.length; short++) {
      const { fence, in: at } = scene(t, { ".wyrd": { "lineage.jsonl": old } });
      t.intercept(sys, "write", {
        value: (fd: number, bytes: Uint8Array) => fs.writeSync(fd, bytes.subarray(0, short)),
      });
      const fates = append(fence);
      const ledger = fs.readFileSync(at(ledgerPath), "utf8");
      t.equal(ledger, old + block.slice(0, short));
      const told = fates.map((fate, index) => {
        if (fate.ok) return lines[index]?.length;
        t.strictSame(fate.refusal, refuse("IO_ERROR", { path: ledgerPath, errno: "SHORT_WRITE" }));
        return fate.retained === null ? 0 : fate.retained.bytes;
      });
      const there = told.reduce((sum: number, bytes) => sum + Number(bytes), 0);
      t.equal(there, Math.max(0, short - (block.length - lines.join("").length)), `${short} bytes: ${told}`);
    }
  }
});

t.test("when nobody can tell what reached the disk, that is what is told", async (t) => {
  for (const primitive of ["write", "fdatasync"] as const) {
    const { fence } = scene(t, { ".wyrd": {} });
    const { result } = inWyrd(fence, (wyrd) =>
      staged(
        (_, called) => {
          if (called === primitive) throw errno("EIO");
        },
        () => appendLines(wyrd, [Buffer.from("{}\n")]),
      ),
    );
    const refusal = refuse("IO_ERROR", { path: ledgerPath, errno: "EIO" });
    t.strictSame(result, [{ ok: false, refusal, retained: { path: ledgerPath, bytes: "indeterminate" } }], primitive);
  }
});

t.test("a ledger that another server makes first is appended to", async (t) => {
  const { fence, in: at } = scene(t, { ".wyrd": {} });
  let looks = 0;
  const { result } = inWyrd(fence, (wyrd) =>
    staged(
      (_, primitive) => {
        if (primitive !== "open") return;
        looks += 1;
        if (looks === 2) fs.writeFileSync(at(ledgerPath), '{"theirs":1}\n');
      },
      () => appendLines(wyrd, [Buffer.from("{}\n")]),
    ),
  );
  t.strictSame(result, [{ ok: true }]);
  t.equal(fs.readFileSync(at(ledgerPath), "utf8"), '{"theirs":1}\n{}\n');
});

t.test("a ledger that is replaced while it is appended to has not got the line for sure", async (t) => {
  const { fence, in: at } = scene(t, { ".wyrd": { "lineage.jsonl": "old\n", edited: "edited\n" } });
  const { result } = inWyrd(fence, (wyrd) =>
    staged(
      (_, primitive) => {
        if (primitive === "write") fs.renameSync(at(".wyrd/edited"), at(ledgerPath));
      },
      () => appendLines(wyrd, [Buffer.from("{}\n")]),
    ),
  );
  t.match(result, [
    {
      ok: false,
      refusal: { code: "LEDGER_UNUSABLE", facts: { errno: "ESTALE" } },
      retained: { bytes: "indeterminate" },
    },
  ]);
});
