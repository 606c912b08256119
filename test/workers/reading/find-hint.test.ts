import assert from "node:assert/strict";
import { appendFileSync, closeSync, openSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t, { type Test } from "tap";
import { limits } from "../../../src/core/limits.ts";
import type { NearMiss } from "../../../src/core/lineage/near-miss.ts";
import { locateGrant, openFence } from "../../../src/workers/fence/root.ts";
import { stampOf } from "../../../src/workers/fence/stamp.ts";
import { sys } from "../../../src/workers/fence/sys.ts";
import { findHint } from "../../../src/workers/reading/find-hint.ts";

interface Looking {
  readonly file: string;
  /** Looks for a quote in the file, `onRead` being called before each read with the number of reads before it. */
  find(quote: string, onRead?: (reads: number) => void): Promise<{ hint: NearMiss | null; reads: number }>;
}

/** A file to look into, and `sys` to be swapped. */
function looking(t: Test, text: string): Looking {
  const original = { ...sys };
  t.teardown(() => Object.assign(sys, original));
  const file = join(t.testdir(), "source.txt");
  writeFileSync(file, text);
  const located = locateGrant(join(file, ".."));
  assert(located.ok);
  const opened = openFence(located.grant);
  assert(opened.ok);
  t.teardown(() => opened.fence.close());
  return {
    file,
    async find(quote, onRead = () => {}) {
      const fd = openSync(file, "r");
      t.teardown(() => closeSync(fd));
      let reads = 0;
      sys.read = (...args) => {
        onRead(reads++);
        return original.read(...args);
      };
      sys.readAhead = (...args) => {
        onRead(reads++);
        return original.readAhead(...args);
      };
      return { hint: await findHint(opened.fence, "source.txt", stampOf(fd), quote), reads };
    },
  };
}

const filler = "Words of no interest, and then some more. ".repeat(10_000);

t.test("[hint.given] the offset is that of the file, however many blocks come before", async (t) => {
  const { find } = looking(t, `${filler}The  End${filler}`);
  const { hint, reads } = await find("The End");
  t.strictSame(hint, { kind: "blanks", offset: filler.length, length: 8 });
  t.ok(reads > 10);
});

t.test("[hint.bounded] a file of more than 64 MiB is not read at all", async (t) => {
  const { file, find } = looking(t, "The  End");
  truncateSync(file, limits.hintFileBytes + 1);
  t.strictSame(await find("The End"), { hint: null, reads: 0 });
  truncateSync(file, limits.hintFileBytes);
  sys.now = () => 0;
  const overtime = (): number => limits.hintMs;
  t.match(await find("The End", (reads) => void (reads === 2 && Object.assign(sys, { now: overtime }))), { reads: 3 });
});

t.test("[hint.bounded] when its time is over the search is given up", async (t) => {
  const { find } = looking(t, `${filler}The  End`);
  let now = 0;
  sys.now = () => now;
  const slow = (step: number) => () => {
    now += step;
  };
  t.match(await find("The End", slow(limits.hintMs / 100)), { hint: { kind: "blanks" } });
  t.match(await find("The End", slow(limits.hintMs / 4)), { hint: null, reads: 4 });
});

t.test("[hint.citable] a file that changed meanwhile gives none: the offset was of what it was before", async (t) => {
  const { file, find } = looking(t, "The  End");
  t.match(await find("The End", (reads) => reads === 1 && appendFileSync(file, ".")), { hint: null });
  t.match(await find("The End"), { hint: { offset: 0, length: 8 } });
});
