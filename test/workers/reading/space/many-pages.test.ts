import assert from "node:assert/strict";
import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import t, { type Test } from "tap";
import type { ReaderRequest } from "../../../../src/core/messages/reader.ts";
import type { SpaceAnswer } from "../../../../src/core/messages/space.ts";
import { space } from "./spaces.ts";

const folders = 20;
const pages = 1000;
const pageBytes = 8 * 1024;

/** A space of 20,000 pages, 160 MB of text. They are names of a few files, so that the disk holds little of it. */
function largeSpace(t: Test) {
  const place = space(t, {});
  const head = "---\ntags: [many]\n---\n- [ ] water the [[Garden]]\n";
  for (let folder = 0; folder < folders; folder++) {
    const path = join(place.root, String(folder));
    mkdirSync(path);
    const first = join(path, "0.md");
    writeFileSync(first, head + "x".repeat(pageBytes - head.length));
    for (let page = 1; page < pages; page++) linkSync(first, join(path, `${page}.md`));
  }
  return place.grant;
}

/** Has a reader carry out a task in a thread whose memory holds a small part of the space's text. */
async function inLittleMemory(request: ReaderRequest): Promise<SpaceAnswer<object>> {
  const reader = new URL("../../../../src/workers/reader.js", import.meta.url).href;
  const code = `
    const { parentPort, workerData } = require("node:worker_threads");
    import(workerData.reader)
      .then((module) => module.default(workerData.request))
      .then((answer) => parentPort.postMessage(answer));
  `;
  const worker = new Worker(code, {
    eval: true,
    workerData: { reader, request },
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

t.test("[gate.bounded] 20,000 pages are gone through one at a time, whatever the size of the space", async (t) => {
  const grant = largeSpace(t);
  const all = { grant, prefix: "" };
  const requests: readonly ReaderRequest[] = [
    { kind: "list_tasks", task: all },
    { kind: "find_backlinks", task: { ...all, target: "Garden" } },
    { kind: "search_space", task: { ...all, query: "garden", limit: null } },
    { kind: "list_recent", task: { ...all, limit: 1000 } },
  ];
  const names = Array.from({ length: folders * pages }, (_, at) => `${Math.floor(at / pages)}/${at % pages}.md`).sort();
  for (const request of requests) {
    const answer = await inLittleMemory(request);
    assert(answer.ok);
    const told = answer.rows.map((row) => ("name" in row ? row.name : "file" in row ? row.file : ""));
    t.strictSame(told, request.kind === "list_recent" ? told.slice(0, 1000) : names, request.kind);
  }
  t.match(await inLittleMemory({ kind: "count_tags", task: all }), { rows: [{ key: "many", pages: names.length }] });
  const months = await inLittleMemory({ kind: "count_months", task: all });
  t.match(months, { rows: [{ pages: names.length }] });
});
