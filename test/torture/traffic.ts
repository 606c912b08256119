import type { Call, Cited } from "./evidence.ts";
import type { Random } from "./random.ts";
import type { Server } from "./server.ts";
import type { World } from "./world.ts";

const lines = Array.from(
  { length: 4000 },
  (_, index) => `line ${index}: what was said — and by whom — at ${index * 7}\n`,
);

/** Sources that calls cite: short, long, and full of long characters. */
const sources: Readonly<Record<string, string>> = {
  "Arc/short.md": "A source with a precise quotation.",
  "Arc/long.txt": lines.join(""),
  "Mage/deep/unicode.md": "Gänsefüßchen „zuerst“, 😀 then, 漢字 at last.\r\n",
};

const quotes: Readonly<Record<string, readonly string[]>> = {
  "Arc/short.md": ["precise quotation", "A source"],
  "Arc/long.txt": ["line 17: what was said — and by whom", lines.slice(100, 140).join(""), "at 27993"],
  "Mage/deep/unicode.md": ["„zuerst“", "😀 then", "漢字"],
};

const beginnings = [
  "",
  "# A page\n\n",
  "---\ntitle: a page\n---\n",
  "\ufeff---\r\ntags: [a, b]\r\n---\r\n",
  "---\nprose\n\n---\n",
];

/** Puts the sources into a vault. */
export function plantSources(world: World): void {
  for (const [path, text] of Object.entries(sources)) world.plant(path, text);
}

/** Puts the sources into a vault; in every other one the config has been made by hand and asks for frontmatter. */
export function furnish(world: World): void {
  plantSources(world);
  if (world.random.oneIn(2)) return;
  const config = {
    schema: "wyrd.scribe/v1",
    vault_id: "7b1d3f0e-8a6c-4e5b-9d2f-1a3c5e7f9b0d",
    write_frontmatter: true,
  };
  world.plant(".wyrd/scribe.json", `${JSON.stringify(config, null, 2)}\n`);
}

/** A call that should succeed, under a name of its own. Every page's content is its own. */
export function goodCall(world: World, server = 0): Call {
  const { random, calls } = world;
  const path = `${random.pick(["Mage", "Mage/deep"])}/${calls.length}.md`;
  const size = random.oneIn(8) ? random.below(300_000) : random.below(3000);
  const content = `${random.pick(beginnings)}page ${calls.length}\n${"x".repeat(size)}`;
  const derived_from = random.several(0, 3, () => entry(random));
  return noted(world, { server, path, content, derived_from, answer: null });
}

/** A call that must be refused: it names what is not there, or stands already. */
function badCall(world: World, server = 0): Call {
  const { random, calls } = world;
  const missing = [{ source: "Arc/short.md", spans: [{ quote: "nowhere to be found" }] }];
  const path = `Mage/bad-${calls.length}.md`;
  const wrong = random.pick([
    { path, derived_from: missing },
    { path: `Missing/${calls.length}.md`, derived_from: [] },
    { path: `Mage/${calls.length}.txt`, derived_from: [] },
    { path: "Mage/deep/unicode.md", derived_from: [] },
  ]);
  return noted(world, { server, content: "", answer: null, ...wrong });
}

/** One of many calls at once: now and then one that must be refused. */
export function anyCall(world: World, server = 0): Call {
  return world.random.oneIn(10) ? badCall(world, server) : goodCall(world, server);
}

/** Sends calls at once and waits until each has its answer, or the server has ended. */
export function burst(server: Server, calls: readonly Call[]): Promise<void> {
  for (const call of calls) server.post(call);
  return server.quiet();
}

function noted(world: World, call: Call): Call {
  world.calls.push(call);
  return call;
}

function entry(random: Random): Call["derived_from"][number] {
  const source = random.pick(Object.keys(quotes));
  return { source, spans: random.several(1, 3, () => span(random, source)) };
}

function span(random: Random, source: string): Cited {
  const quote = random.pick(quotes[source] ?? []);
  const offset = Buffer.from(sources[source] ?? "").indexOf(quote);
  const length = Buffer.byteLength(quote);
  return random.pick<Cited>([{ quote }, { offset, length }, { offset, length, quote }]);
}
