import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RawClient } from "../test/wire/raw-client.ts";
import type { Case } from "./case.ts";
import { pairs, type Ratio, timed } from "./pairs.ts";
import { filesystemServer, line, MiB, newVault, quote, scribe, settled, started, write } from "./vaults.ts";

const page = line(1).repeat(32).slice(0, 2048);

/** Sends calls, so many at once, and gives milliseconds a call. */
async function each(calls: number, inFlight: number, send: (call: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < calls) await send(next++);
  };
  const time = await timed(() => Promise.all(Array.from({ length: inFlight }, worker)));
  return time / calls;
}

let round = 0;

/** Durable pages, each with a 4 KiB source and one quote, against `write_file` of the same page. Ratio of calls a second. */
export function againstWriteFile(quick: boolean): Case[] {
  const calls = quick ? 400 : 1000;
  const compared = (inFlight: number) => async (): Promise<Ratio> => {
    const root = await newVault();
    for (let n = 0; n < 64; n++) {
      const text = Array.from({ length: 40 }, (_, at) => line(100 * n + at))
        .join("")
        .slice(0, 4096);
      await writeFile(join(root, `Arc/${n}.txt`), text);
    }
    await settled();
    const other = await newVault();
    const ours = await scribe(root);
    const theirs = await started(filesystemServer, [other]);
    const scribePages = (): Promise<number> => {
      const name = ++round;
      return each(calls, inFlight, (n) =>
        write(ours, {
          path: `Mage/${name}-${n}.md`,
          content: page,
          derived_from: [{ source: `Arc/${n % 64}.txt`, spans: [{ quote: quote(100 * (n % 64) + 20) }] }],
        }),
      );
    };
    const files = (): Promise<number> => {
      const name = ++round;
      return each(calls, inFlight, (n) => writeFileCall(theirs, join(other, `Mage/${name}-${n}.md`)));
    };
    await scribePages();
    await files();
    const ratio = await pairs(quick ? 3 : 7, files, scribePages);
    await ours.end();
    theirs.child.kill();
    return ratio;
  };
  return [
    { name: "durable write_page, one at a time", peer: "write_file", bar: "≥ 1.0", ratio: compared(1) },
    { name: "durable write_page, 16 in flight", peer: "write_file", bar: "≥ 2.0", ratio: compared(16) },
  ];
}

async function writeFileCall(client: RawClient, path: string): Promise<void> {
  const { result } = await client.request("tools/call", { name: "write_file", arguments: { path, content: page } });
  if (result.isError) throw new Error(result.content[0].text);
}

/** Milliseconds from spawn to an answered `initialize`, or to the first page. */
export function startUp(quick: boolean): Case[] {
  const count = quick ? 5 : 11;
  const ratio = (toPage: boolean) => async (): Promise<Ratio> => {
    const root = await newVault();
    await writeFile(join(root, "Arc/a.txt"), line(1));
    await settled();
    const other = await newVault();
    let n = 0;
    const ours = (): Promise<number> =>
      lifetime(
        () => scribe(root),
        (client) =>
          write(client, {
            path: `Mage/${++n}.md`,
            content: page,
            derived_from: [{ source: "Arc/a.txt", spans: [{ quote: quote(1) }] }],
          }),
      );
    const theirs = (): Promise<number> =>
      lifetime(
        () => started(filesystemServer, [other]),
        (client) => writeFileCall(client, join(other, `Mage/${++n}.md`)),
      );
    const lifetime = async (
      start: () => Promise<RawClient>,
      firstPage: (client: RawClient) => Promise<void>,
    ): Promise<number> => {
      let client: RawClient | undefined;
      const time = await timed(async () => {
        client = await start();
        if (toPage) await firstPage(client);
      });
      client?.child.kill();
      await client?.exit();
      return time;
    };
    return pairs(count, ours, theirs);
  };
  return [
    { name: "spawn to initialize answered", peer: "filesystem server", bar: "≤ 1.0", ratio: ratio(false) },
    { name: "spawn to first page written", peer: "filesystem server", bar: "≤ 1.5", ratio: ratio(true) },
  ];
}

/** Time per MiB of content, against that of one MiB. */
export function contentSize(quick: boolean): Case[] {
  const ratio = (mebibytes: number) => async (): Promise<Ratio> => {
    const client = await scribe(await newVault());
    const content = (size: number) =>
      line(2)
        .repeat(Math.ceil((size * MiB) / line(2).length))
        .slice(0, size * MiB);
    const [one, many] = [content(1), content(mebibytes)];
    const time = (text: string) =>
      timed(() => write(client, { path: `Mage/${++round}.md`, content: text, derived_from: [] }));
    await time(one);
    await time(many);
    const result = await pairs(
      quick ? 3 : 7,
      async () => (await time(many)) / mebibytes,
      async () => {
        let total = 0;
        for (let n = 0; n < 4; n++) total += await time(one);
        return total / 4;
      },
    );
    await client.end();
    return result;
  };
  return [4, 16].map((size) => ({
    name: `content of ${size} MiB, time per MiB`,
    peer: "1 MiB",
    bar: "≤ 1.5",
    ratio: ratio(size),
  }));
}

/** The last pages of a long ledger against the first. */
export function longLedger(quick: boolean): Case[] {
  const total = quick ? 10_000 : 100_000;
  const ratio = async (): Promise<Ratio> => {
    const root = await newVault();
    await writeFile(join(root, "Arc/a.txt"), line(1));
    await settled();
    const client = await scribe(root);
    let n = 0;
    const next = (): Promise<void> => {
      const folder = `Mage`;
      return write(client, {
        path: `${folder}/${++n}.md`,
        content: "x",
        derived_from: [{ source: "Arc/a.txt", spans: [{ quote: quote(1) }] }],
      });
    };
    const thousand = () => each(1000, 1, next);
    await each(200, 1, next);
    const first = await thousand();
    await each(total - n - 1000, 16, next);
    const last = await thousand();
    await client.end();
    return { median: last / first, least: last / first, most: last / first };
  };
  return [{ name: `the last 1,000 of ${total} pages`, peer: "the first 1,000", bar: "≤ 1.2", ratio }];
}
