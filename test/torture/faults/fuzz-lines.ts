import { posix } from "node:path";
import type { Message } from "../../wire/raw-client.ts";
import { sha256 } from "../checker/files.ts";
import type { Answer, Call } from "../evidence.ts";
import type { Fault } from "../fault.ts";
import { type Expected, expectedOf } from "../fuzz/expected.ts";
import { anyLine } from "../fuzz/lines.ts";
import { isOwn } from "../server.ts";
import { outcomes, sum } from "../tally.ts";
import { plantSources } from "../traffic.ts";
import { inWorld, type World } from "../world.ts";
import { lastWord } from "./last-word.ts";

const cases = 1000;

/** A thousand bad lines: every request is answered once, nothing else is said, and what was written is right. */
export const fuzzLines: Fault = {
  name: "fuzz-lines",
  rounds: { bounded: 2, long: 100 },
  run: (seed) =>
    inWorld(seed, async (world) => {
      plantSources(world);
      const lines = Array.from({ length: cases }, (_, number) => anyLine(world.random, number));
      const server = world.start();
      // A byte order mark is dropped before the first line only.
      server.ping();
      for (const piece of pieces(world, Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")])))) {
        server.send(piece);
      }
      server.ping();
      const { code } = await server.end();
      if (code !== 0) throw new Error(`exit ${code}: ${server.stderr()}`);
      const answers = server.messages.filter((message) => message.method === undefined && !isOwn(message));
      const cancelled = compare(lines.map(expectedOf), answers);
      world.calls.push(...written(lines, answers), ...unanswered(lines, cancelled));
      await world.check({ killed: 0, atRest: true });
      await lastWord(world, 0);
      return sum([{ lines: cases, answers: answers.length }, outcomes(world.calls)]);
    }),
};

/** The bytes in pieces as a pipe might hand them on. */
function* pieces({ random }: World, bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + random.below(random.pick([3, 300, 30_000]));
    yield bytes.subarray(at, end);
    at = end;
  }
}

/** Throws unless each id has as many answers as requests; of those that were cancelled, which it gives, there may be fewer. */
function compare(expected: readonly Expected[], answers: readonly Message[]): ReadonlySet<string> {
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
  return cancelled;
}

function keyOf(id: unknown, code: number | null): string {
  return JSON.stringify(id === null ? ["null", code] : ["id", id]);
}

/** The calls that made a page, as they were sent. */
function written(lines: readonly Buffer[], answers: readonly Message[]): Call[] {
  const sent = lines.flatMap(callIn);
  return answers.flatMap(({ result }) => {
    const answer = result?.structuredContent as Answer | undefined;
    if (answer?.created === undefined) return [];
    const { path, sha256: digest } = answer.created;
    const own = sent.find(({ call }) => call.path === path && sha256(Buffer.from(call.content)) === digest);
    if (own === undefined) throw new Error(`nobody asked for ${path}`);
    return [{ ...own.call, answer }];
  });
}

/** A call that was cancelled may have been carried out all the same. */
function unanswered(lines: readonly Buffer[], cancelled: ReadonlySet<string>): Call[] {
  return lines.flatMap(callIn).flatMap(({ id, call }) => (cancelled.has(keyOf(id, null)) ? [call] : []));
}

/** The call in a line, when there is one that could make a page. */
function callIn(line: Buffer): { readonly id: unknown; readonly call: Call }[] {
  try {
    const { id, params } = JSON.parse(line.toString());
    const { path, content, derived_from } = params.arguments;
    if (typeof path !== "string" || typeof content !== "string") return [];
    return [{ id, call: { server: 0, path: posix.normalize(path), content, derived_from, answer: null } }];
  } catch {
    return [];
  }
}
