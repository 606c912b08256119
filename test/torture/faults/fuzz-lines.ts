import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { Message } from "../../wire/raw-client.ts";
import type { Answer, Call } from "../evidence.ts";
import { type Expected, expectedOf } from "../fuzz/expected.ts";
import { anyLine } from "../fuzz/lines.ts";
import { ownIds } from "../server.ts";
import { plantSources } from "../traffic.ts";
import { type Fault, inWorld, outcomes, sum, type World } from "../world.ts";
import { lastWord } from "./last-word.ts";

const cases = 1000;

/** A thousand bad lines: every request is answered once, nothing else is said, and what was written is right. */
export const fuzzLines: Fault = {
  name: "fuzz-lines",
  rounds: { bounded: 3, long: 100 },
  run: (seed) =>
    inWorld(seed, async (world) => {
      plantSources(world);
      const lines = Array.from({ length: cases }, (_, number) => anyLine(world.random, number));
      const server = world.start();
      // A byte order mark is dropped before the first line only.
      server.request("ping");
      for (const piece of pieces(world, Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")])))) {
        server.send(piece);
      }
      server.request("ping");
      const { code } = await server.end();
      if (code !== 0) throw new Error(`exit ${code}: ${server.stderr()}`);
      const answers = server.messages.filter(({ id, method }) => method === undefined && !isOwn(id));
      compare(lines.map(expectedOf), answers);
      world.calls.push(...written(lines, answers));
      await world.check({ killed: 0, atRest: true });
      await lastWord(world, 0);
      return sum([{ lines: cases, answers: answers.length }, outcomes(world)]);
    }),
};

function isOwn(id: unknown): boolean {
  return String(id).startsWith(ownIds);
}

/** The bytes in pieces as a pipe might hand them on. */
function* pieces({ random }: World, bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + random.below(random.pick([3, 300, 30_000]));
    yield bytes.subarray(at, end);
    at = end;
  }
}

/** Throws unless each id has as many answers as requests; one that was cancelled may have fewer. */
function compare(expected: readonly Expected[], answers: readonly Message[]): void {
  const due = new Map<string, number>();
  const cancelled = new Set<string>();
  const add = (key: string, count: number) => due.set(key, (due.get(key) ?? 0) + count);
  for (const line of expected) {
    if (line.kind === "answer") add(keyOf(line.id, line.code), 1);
    else if (line.kind === "cancels") cancelled.add(keyOf(line.id, null));
  }
  for (const { id = null, error } of answers) add(keyOf(id, error?.code ?? null), -1);
  const wrong = [...due].filter(([key, count]) => count < 0 || (count > 0 && !cancelled.has(key)));
  if (wrong.length > 0) throw new Error(`answers missing, or too many: ${JSON.stringify(wrong)}`);
}

function keyOf(id: unknown, code: number | null): string {
  return JSON.stringify(id === null ? ["null", code] : ["id", id]);
}

/** The calls that made a page, as they were sent. */
function written(lines: readonly Buffer[], answers: readonly Message[]): Call[] {
  const sent = lines.flatMap(argumentsOf);
  return answers.flatMap(({ result }) => {
    const answer = result?.structuredContent as Answer | undefined;
    if (answer?.created === undefined) return [];
    const { path, sha256 } = answer.created;
    const own = sent.find((args) => posix.normalize(args.path) === path && digestOf(args.content) === sha256);
    if (own === undefined) throw new Error(`nobody asked for ${path}`);
    return [{ ...own, path, server: 0, answer }];
  });
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function argumentsOf(line: Buffer): Pick<Call, "path" | "content" | "derived_from">[] {
  try {
    const args = JSON.parse(line.toString()).params.arguments;
    return typeof args.path === "string" && typeof args.content === "string" ? [args] : [];
  } catch {
    return [];
  }
}
