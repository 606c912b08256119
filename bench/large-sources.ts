import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RawClient } from "../test/wire/raw-client.ts";
import type { Case } from "./case.ts";
import { pairs, quantile, type Ratio, spread, timed } from "./pairs.ts";
import { GiB, line, MiB, newVault, opensslDigest, quote, scribe, settled, textFile, write } from "./vaults.ts";

let pages = 0;

function citing(source: string, spans: readonly object[]): object {
  return { path: `Mage/large ${++pages}.md`, content: "x", derived_from: [{ source, spans }] };
}

/** Milliseconds of one call in a server that is warm but has not seen the file. */
async function firstTime(root: string, source: string, spans: readonly object[]): Promise<number> {
  const client = await scribe(root);
  await write(client, { path: `Mage/warm ${++pages}.md`, content: "x", derived_from: [] });
  const time = await timed(() => client.writePage(citing(source, spans)));
  await client.end();
  return time;
}

/** One call that cites a large source, against hashing it with openssl, and against the same call again. */
export function largeSources(quick: boolean): Case[] {
  const size = quick ? GiB / 4 : GiB;
  const count = quick ? 3 : 5;
  const source = "Arc/large.txt";
  let root = "";
  const prepared = async (): Promise<string> => {
    if (root === "") {
      root = await newVault();
      await textFile(join(root, source), size);
      await opensslDigest(join(root, source));
      await settled();
    }
    return root;
  };
  const againstOpenssl = (spans: readonly object[]) => async (): Promise<Ratio> => {
    const vault = await prepared();
    const openssl = () => timed(() => opensslDigest(join(vault, source)));
    return pairs(count, () => firstTime(vault, source, spans), openssl);
  };
  const again = (next: (call: number) => object) => async (): Promise<Ratio> => {
    const vault = await prepared();
    const client = await scribe(vault);
    await write(client, citing(source, [{ quote: quote(1000) }]));
    let call = 0;
    const ratio = await pairs(
      count,
      () => timed(() => write(client, citing(source, [next(++call)]))),
      () => firstTime(vault, source, [{ quote: quote(1000) }]),
    );
    await client.end();
    return ratio;
  };
  const many = Array.from({ length: 256 }, (_, n) => ({ quote: quote(1000 + 97 * n) }));
  const name = `${size / MiB} MiB source`;
  return [
    {
      name: `${name}, one quote of 60 bytes`,
      peer: "openssl",
      bar: "≤ 1.25",
      ratio: againstOpenssl([{ quote: quote(90_000) }]),
    },
    {
      name: `${name}, one range`,
      peer: "openssl",
      bar: "≤ 1.25",
      ratio: againstOpenssl([{ offset: 5000, length: 60 }]),
    },
    { name: `${name}, 256 quotes of 60 bytes`, peer: "openssl", bar: "≤ 2.0", ratio: againstOpenssl(many) },
    {
      name: "unchanged file again, same quote",
      peer: "first time",
      bar: "≤ 0.01",
      ratio: again(() => ({ quote: quote(1000) })),
    },
    {
      name: "unchanged file again, a range",
      peer: "first time",
      bar: "≤ 0.01",
      ratio: again(() => ({ offset: 777, length: 60 })),
    },
    {
      name: "unchanged file again, a new quote",
      peer: "first time",
      bar: "≤ 0.7",
      ratio: again((n) => ({ quote: quote(5000 + n) })),
    },
  ];
}

/** Text and quotes of one letter: the time of twice the source, and against hashing alone. */
export function periodicText(quick: boolean): Case[] {
  const count = quick ? 3 : 5;
  const letters = "a".repeat(64 * 1024 - 2);
  const quotes = Array.from({ length: 256 }, (_, n) => letters + n.toString(16).padStart(2, "0").replaceAll("a", "x"));
  const many = quotes.map((quote) => ({ quote }));
  const one = many.slice(0, 1);
  // The quotes stand at the end, so that none is missing: that would start another search, for what may be meant.
  const file = async (root: string, size: number): Promise<string> => {
    const source = `Arc/letters ${size}.txt`;
    const end = Buffer.from(quotes.join(""));
    await writeFile(join(root, source), Buffer.concat([Buffer.alloc(size - end.length, "a"), end]));
    return source;
  };
  const doubling = (spans: readonly object[]) => async (): Promise<Ratio> => {
    const root = await newVault();
    const [small, large] = [await file(root, 64 * MiB), await file(root, 128 * MiB)];
    await settled();
    return pairs(
      count,
      () => firstTime(root, large, spans),
      () => firstTime(root, small, spans),
    );
  };
  const againstHash = (spans: readonly object[]) => async (): Promise<Ratio> => {
    const root = await newVault();
    const source = await file(root, 64 * MiB);
    await settled();
    return pairs(
      count,
      () => firstTime(root, source, spans),
      () => firstTime(root, source, [{ offset: 0, length: 1 }]),
    );
  };
  return [
    { name: "one letter, a quote of 64 KiB: 128 MiB", peer: "64 MiB", bar: "≤ 2.3", ratio: doubling(one) },
    { name: "one letter, a quote of 64 KiB", peer: "hash alone", bar: "≤ 10", ratio: againstHash(one) },
    { name: "one letter, 256 quotes of 64 KiB: 128 MiB", peer: "64 MiB", bar: "≤ 2.3", ratio: doubling(many) },
    { name: "one letter, 256 quotes of 64 KiB", peer: "hash alone", bar: "≤ 10", ratio: againstHash(many) },
  ];
}

/** Memory above idle, in KiB, while a source is cited. Linux only. */
async function peak(root: string, source: string): Promise<number> {
  const client = await scribe(root);
  await write(client, {
    path: `Mage/warm ${++pages}.md`,
    content: "x",
    derived_from: [{ source: "Arc/small.txt", spans: [{ offset: 0, length: 1 }] }],
  });
  const idle = await status(client, "VmRSS");
  await write(client, citing(source, [{ quote: quote(1000) }]));
  const most = await status(client, "VmHWM");
  await client.end();
  return most - idle;
}

async function status(client: RawClient, field: string): Promise<number> {
  const text = await readFile(`/proc/${client.child.pid}/status`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text)?.[1]);
}

export function memory(quick: boolean): Case[] {
  const [small, large] = quick ? [64 * MiB, GiB / 2] : [256 * MiB, 4 * GiB];
  let root = "";
  const prepare = async (): Promise<[string, string, string]> => {
    if (root !== "") return [root, "Arc/b.txt", "Arc/a.txt"];
    root = await newVault();
    await writeFile(join(root, "Arc/small.txt"), line(0));
    await textFile(join(root, "Arc/a.txt"), small);
    await textFile(join(root, "Arc/b.txt"), large);
    await settled();
    return [root, "Arc/b.txt", "Arc/a.txt"];
  };
  const ratio = async (): Promise<Ratio> => {
    const [root, b, a] = await prepare();
    return pairs(
      quick ? 1 : 3,
      () => peak(root, b),
      () => peak(root, a),
    );
  };
  const absolute = async (): Promise<Ratio> => {
    const [root, b] = await prepare();
    return spread([(await peak(root, b)) / (64 * 1024)]);
  };
  return [
    { name: `peak memory above idle, ${large / MiB} MiB source`, peer: `${small / MiB} MiB`, bar: "≤ 1.1", ratio },
    { name: `peak memory above idle, ${large / MiB} MiB source`, peer: "64 MiB", bar: "≤ 1.0", ratio: absolute },
  ];
}

/** The 99th percentile of pings, in milliseconds, while some work goes on. */
export async function p99(ping: () => Promise<unknown>, until: Promise<unknown>): Promise<number> {
  let over = false;
  const ended = until.then(() => {
    over = true;
  });
  const times: number[] = [];
  while (!over) {
    times.push(await timed(ping));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await ended;
  return quantile(
    times.sort((a, b) => a - b),
    0.99,
  );
}

export function pings(quick: boolean): Case[] {
  const size = quick ? GiB / 4 : GiB;
  const ratio = async (): Promise<Ratio> => {
    const root = await newVault();
    for (const n of [1, 2, 3, 4]) await textFile(join(root, `Arc/${n}.txt`), size);
    await settled();
    const pinged = async (work: (client: RawClient) => Promise<unknown>): Promise<number> => {
      const client = await scribe(root);
      const ping = () => client.request("ping");
      await write(client, { path: `Mage/warm ${++pages}.md`, content: "x", derived_from: [] });
      for (let n = 0; n < 5000; n++) await ping();
      const result = await p99(ping, work(client));
      await client.end();
      return result;
    };
    const cite = (client: RawClient) =>
      Promise.all([1, 2, 3, 4].map((n) => client.writePage(citing(`Arc/${n}.txt`, [{ quote: quote(1000 + n) }]))));
    return pairs(
      quick ? 2 : 5,
      () => pinged(cite),
      () => pinged(() => new Promise((resolve) => setTimeout(resolve, quick ? 1000 : 3000))),
    );
  };
  return [{ name: `p99 of ping while four ${size / MiB} MiB sources are cited`, peer: "at rest", bar: "≤ 3", ratio }];
}
