import { Buffer } from "node:buffer";
import { commonLength, isWanted, type Pattern, see } from "./pattern.ts";
import type { Stretch } from "./stretches.ts";

/**
 * Search for many patterns in linear time: A. V. Aho and M. J. Corasick, "Efficient string matching: an aid to
 * bibliographic search", CACM 18 (6), 1975. A state is a beginning of some pattern; 0 is the root. The states along a
 * pattern are numbered one after another, so that each needs only the byte that leads to its successor; the few where
 * patterns part have a row of next states by byte. This takes 8 bytes a state.
 */
export interface QuoteAutomaton {
  readonly patterns: readonly Pattern[];
  /** The byte that leads to the successor or, from `rowBase` on, the row. */
  readonly labels: Uint16Array;
  /** Next states by byte, 256 a row; 0 is none. The first row is the root's, the second that of dead ends. */
  readonly rows: Int32Array;
  /** The state for the longest shorter beginning that ends this one. */
  readonly fallbacks: Int32Array;
  /** For each state the longest pattern that ends in it, as its place plus 1; 0 is none. */
  readonly endings: Uint16Array;
  /** For each pattern the next shorter one that ends where it ends, both as place plus 1; 0 is none. */
  readonly shorter: Uint16Array;
  /** The state after all that was scanned. */
  state: number;
}

/** The states of a pattern that no earlier pattern has. */
interface Branch {
  readonly bytes: Uint8Array;
  /** The pattern before, and how many bytes it has in common with this one. */
  readonly trunk: Branch | null;
  readonly shared: number;
  /** The state for one byte more than `shared`. */
  readonly first: number;
  /** Place of the pattern plus 1. */
  readonly ending: number;
}

const rowBase = 256;
const deadEnd = rowBase + 1;
const sharedRows = 2;

export function quoteAutomaton(wanted: readonly Pattern[]): QuoteAutomaton {
  const patterns = [...wanted].sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const branches = branchesOf(patterns);
  const states = branches.reduce((sum, { bytes, shared }) => sum + bytes.length - shared, 1);
  const automaton: QuoteAutomaton = {
    patterns,
    labels: new Uint16Array(states).fill(deadEnd).fill(rowBase, 0, 1),
    rows: new Int32Array((sharedRows + patterns.length) * 256),
    fallbacks: new Int32Array(states),
    endings: new Uint16Array(states),
    shorter: new Uint16Array(1 + patterns.length),
    state: 0,
  };
  for (const branch of branches) grow(automaton, branch);
  linkFallbacks(automaton, branches);
  return automaton;
}

function branchesOf(sorted: readonly Pattern[]): Branch[] {
  const branches: Branch[] = [];
  let trunk: Branch | null = null;
  let states = 1;
  for (const { bytes } of sorted) {
    const shared: number = trunk === null ? 0 : commonLength(trunk.bytes, bytes, 0, bytes.length);
    trunk = { bytes, trunk, shared, first: states, ending: branches.length + 1 };
    branches.push(trunk);
    states += bytes.length - shared;
  }
  return branches;
}

/** The state for the first `depth` bytes of a branch. */
function stateAt(branch: Branch | null, depth: number): number {
  let holder = branch;
  while (holder !== null && holder.shared >= depth) holder = holder.trunk;
  return holder === null ? 0 : holder.first + depth - holder.shared - 1;
}

function grow({ labels, rows }: QuoteAutomaton, { bytes, trunk, shared, first, ending }: Branch): void {
  const fork = stateAt(trunk, shared);
  const byte = bytes[shared] as number;
  const label = labels[fork] as number;
  labels.set(bytes.subarray(shared + 1), first);
  if (label === deadEnd) {
    labels[fork] = byte;
    return;
  }
  if (label < rowBase) {
    const row = sharedRows + ending - 1;
    labels[fork] = rowBase + row;
    rows[row * 256 + label] = fork + 1;
  }
  rows[((labels[fork] as number) - rowBase) * 256 + byte] = first;
}

/** Level by level, since a fallback is always nearer to the root. Between two neighbouring edges the same branches grow. */
function linkFallbacks(automaton: QuoteAutomaton, branches: readonly Branch[]): void {
  const edges = [...new Set(branches.flatMap(({ shared, bytes }) => [shared, bytes.length]))].sort((a, b) => a - b);
  for (const [at, from] of edges.entries()) {
    const to = edges[at + 1] ?? from;
    const growing = branches.filter(({ shared, bytes }) => shared <= from && to <= bytes.length);
    for (let depth = from; depth < to; depth++) {
      for (const branch of growing) linkFallback(automaton, branch, depth);
    }
  }
}

function linkFallback(automaton: QuoteAutomaton, branch: Branch, depth: number): void {
  const { fallbacks, endings, shorter } = automaton;
  const { bytes, trunk, shared, first, ending } = branch;
  const state = first + depth - shared;
  const before = depth === shared ? stateAt(trunk, depth) : state - 1;
  const fallback = before === 0 ? 0 : nextState(automaton, fallbacks[before] as number, bytes[depth] as number);
  fallbacks[state] = fallback;
  endings[state] = endings[fallback] as number;
  if (depth + 1 === bytes.length) {
    shorter[ending] = endings[state] as number;
    endings[state] = ending;
  }
}

function nextState({ labels, rows, fallbacks }: QuoteAutomaton, from: number, byte: number): number {
  for (let state = from; ; state = fallbacks[state] as number) {
    const label = labels[state] as number;
    if (label === byte) return state + 1;
    if (label < rowBase) continue;
    const target = rows[(label - rowBase) * 256 + byte] as number;
    if (target !== 0 || state === 0) return target;
  }
}

/** Notes every occurrence that ends among the starts of a stretch. Stretches must follow one another. */
export function scanByAutomaton(automaton: QuoteAutomaton, stretch: Stretch): void {
  const { labels, endings } = automaton;
  const { bytes, starts } = stretch;
  let state = automaton.state;
  for (let at = 0; at < starts; at++) {
    const byte = bytes[at] as number;
    state = labels[state] === byte ? state + 1 : nextState(automaton, state, byte);
    if (endings[state] !== 0) seeEndings(automaton, state, stretch, at + 1);
  }
  automaton.state = state;
}

function seeEndings(automaton: QuoteAutomaton, state: number, stretch: Stretch, after: number): void {
  const { patterns, endings, shorter } = automaton;
  const longest = endings[state] as number;
  let ending = isWanted(patterns[longest - 1] as Pattern) ? longest : (shorter[longest] as number);
  endings[state] = ending;
  for (; ending !== 0; ending = shorter[ending] as number) {
    const pattern = patterns[ending - 1] as Pattern;
    see(pattern, stretch, after - pattern.bytes.length);
    if (!isWanted(pattern)) retire(shorter, ending);
  }
}

/** Takes a pattern out of the way, so that no walk passes it again. */
function retire(shorter: Uint16Array, ending: number): void {
  for (let at = 1; at < shorter.length; at++) {
    if (shorter[at] === ending) shorter[at] = shorter[ending] as number;
  }
}
