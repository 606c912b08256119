import fs from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import t, { type Test } from "tap";
import { readChunks } from "../../../src/workers/fence/chunks.ts";
import { sys } from "../../../src/workers/fence/sys.ts";
import { errno, newFolder } from "./staging.ts";

type Buffers = readonly [Uint8Array, Uint8Array];

const buffersOf = (size: number): Buffers => [new Uint8Array(size), new Uint8Array(size)];

/** A file with these bytes, open for reading until the test ends. */
function fileOf(t: Test, bytes: Uint8Array | string): number {
  const path = join(newFolder(t), "file");
  fs.writeFileSync(path, bytes);
  const fd = fs.openSync(path, "r");
  t.teardown(() => fs.closeSync(fd));
  return fd;
}

async function collect(
  fd: number,
  from: number,
  to: number,
  buffers: Buffers,
): Promise<{ bytes: number; text: string }> {
  let text = "";
  const bytes = await readChunks(fd, from, to, buffers, (piece) => {
    text += Buffer.from(piece).toString("latin1");
  });
  return { bytes, text };
}

t.test("any range of any file comes whole, in order, and no further than the file goes", async (t) => {
  const text = "abcdefghijklmnopqrstuvwxyz";
  const fd = fileOf(t, text);
  const place = fc.nat({ max: 40 });
  await fc.assert(
    fc.asyncProperty(place, place, fc.integer({ min: 1, max: 30 }), async (from, to, size) => {
      const expected = text.slice(from, Math.max(from, to));
      t.strictSame(await collect(fd, from, to, buffersOf(size)), { bytes: expected.length, text: expected });
    }),
    { numRuns: 300 },
  );
});

t.test("reads that come short are made up for", async (t) => {
  const fd = fileOf(t, "0123456789");
  t.intercept(sys, "readAhead", {
    value: async (fd: number, into: Uint8Array, position: number) =>
      fs.readSync(fd, into, 0, Math.min(3, into.length), position),
  });
  t.strictSame(await collect(fd, 1, 9, buffersOf(5)), { bytes: 8, text: "12345678" });
});

t.test("the next piece is on its way while one is handled, into the other buffer", async (t) => {
  const fd = fileOf(t, "aabbcc");
  const buffers = buffersOf(2);
  const { readAhead } = sys;
  let started = 0;
  t.intercept(sys, "readAhead", {
    value: (...args: Parameters<typeof readAhead>) => {
      started += 1;
      return readAhead(...args);
    },
  });
  const seen: unknown[] = [];
  await readChunks(fd, 0, 6, buffers, (piece) => {
    seen.push([started, buffers.findIndex((buffer) => buffer.buffer === piece.buffer), String.fromCharCode(...piece)]);
  });
  t.strictSame(seen, [
    [2, 0, "aa"],
    [3, 1, "bb"],
    [3, 0, "cc"],
  ]);
});

t.test("a failing read rejects with its errno, after the pieces before it", async (t) => {
  const fd = fileOf(t, "aabbcc");
  let reads = 0;
  t.intercept(sys, "readAhead", {
    value: async (fd: number, into: Uint8Array, position: number) => {
      reads += 1;
      if (reads === 3) throw errno("EIO");
      return fs.readSync(fd, into, 0, into.length, position);
    },
  });
  const pieces: string[] = [];
  await t.rejects(
    readChunks(fd, 0, 6, buffersOf(2), (piece) => pieces.push(String.fromCharCode(...piece))),
    { code: "EIO" },
  );
  t.strictSame(pieces, ["aa", "bb"]);
});

t.test("when handling a piece throws, no read is left writing into the buffers", async (t) => {
  const fd = fileOf(t, "aabbcc");
  const { readAhead } = sys;
  let underWay = 0;
  t.intercept(sys, "readAhead", {
    value: async (...args: Parameters<typeof readAhead>) => {
      underWay += 1;
      const bytes = await readAhead(...args);
      underWay -= 1;
      return bytes;
    },
  });
  const bug = new Error("bug");
  await t.rejects(
    readChunks(fd, 0, 6, buffersOf(2), () => {
      throw bug;
    }),
    bug,
  );
  t.equal(underWay, 0);
});

t.test("[span.large-files] offsets beyond 4 GiB are read where they are", async (t) => {
  const path = join(newFolder(t), "sparse");
  const far = 5 * 2 ** 30;
  fs.writeFileSync(path, "");
  fs.truncateSync(path, far);
  fs.appendFileSync(path, "far");
  const fd = fs.openSync(path, "r");
  t.teardown(() => fs.closeSync(fd));
  t.strictSame(await collect(fd, far, far + 10, buffersOf(8)), { bytes: 3, text: "far" });
});
