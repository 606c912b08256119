import { commonLength, isWanted, type Pattern, see } from "./pattern.ts";
import type { Stretch } from "./stretches.ts";

/**
 * Search for many patterns in linear time: A. V. Aho and M. J. Corasick, "Efficient string matching: an aid to
 * bibliographic search", CACM 18 (6), 1975. A state is a beginning of some pattern; 0 is the root. The states along a
 * pattern are numbered one after another, so that each needs only the byte that leads to its successor; the few where
 * patterns part have a row with the next state for every byte. This takes 8 bytes a state.
 */
export interface QuoteAutomaton {
  readonly patterns: readonly Pattern[];
  /** Two a state: its label, and its fallback, the state for the longest shorter beginning that ends this one. */
  readonly cells: Int32Array;
  /** Next states, 256 a row. The first row is the root's. */
  readonly rows: Int32Array;
  /** For each pattern the next shorter one that ends where it ends, both as place plus 1; 0 is none. */
  readonly shorter: Uint16Array;
  /** The state after all that was scanned. */
  state: number;
}

/*
 * The low bits of a label are the step that leads on: the byte to the successor, `deadEnd`, or from `rowBase` on a row.
 * Above them is the longest pattern that ends in the state, as place plus 1; 0 is none.
 */
const deadEnd = 256;
const rowBase = 257;
const stepMask = 0x3ff;
const endingShift = 10;

/** The states of a pattern that no earlier one has. */
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

/**
 * Builds the automaton in time and memory linear in the patterns.
 * @param patterns different ones, at most 256, in the order of their bytes
 */
export function quoteAutomaton(patterns: readonly Pattern[]): QuoteAutomaton {
  const branches = branchesOf(patterns);
  const states = branches.reduce((sum, { bytes, shared }) => sum + bytes.length - shared, 1);
  const automaton: QuoteAutomaton = {
    patterns,
    cells: new Int32Array(2 * states),
    rows: new Int32Array((1 + patterns.length) * 256),
    shorter: new Uint16Array(1 + patterns.length),
    state: 0,
  };
  automaton.cells[0] = rowBase;
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

function grow({ cells, rows }: QuoteAutomaton, { bytes, trunk, shared, first, ending }: Branch): void {
  for (let state = first, at = shared + 1; at < bytes.length; state++, at++) cells[2 * state] = bytes[at] as number;
  cells[2 * (first + bytes.length - shared - 1)] = deadEnd;

  const fork = stateAt(trunk, shared);
  const byte = bytes[shared] as number;
  const step = cells[2 * fork] as number;
  if (step === deadEnd) {
    cells[2 * fork] = byte;
    return;
  }
  if (step < rowBase) {
    cells[2 * fork] = rowBase + ending;
    rows[ending * 256 + step] = fork + 1;
  }
  rows[((cells[2 * fork] as number) - rowBase) * 256 + byte] = first;
}

/** Level by level, since fallbacks are nearer to the root. Between two neighbouring edges the same branches grow. */
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
  const { cells, shorter } = automaton;
  const { bytes, trunk, shared, first, ending } = branch;
  const state = first + depth - shared;
  const before = depth === shared ? stateAt(trunk, depth) : state - 1;
  const fallback = before === 0 ? 0 : nextState(automaton, cells[2 * before + 1] as number, bytes[depth] as number);
  const inherited = (cells[2 * fallback] as number) >> endingShift;
  const isEnd = depth + 1 === bytes.length;
  if (isEnd) shorter[ending] = inherited;
  const step = cells[2 * state] as number;
  cells[2 * state] = step | ((isEnd ? ending : inherited) << endingShift);
  cells[2 * state + 1] = fallback;
  if (step >= rowBase) completeRow(automaton, step, fallback);
}

/** Fills the row of a forking state with what its fallbacks have for the bytes that it has no branch for. */
function completeRow({ cells, rows }: QuoteAutomaton, ownStep: number, fallback: number): void {
  const row = rows.subarray((ownStep - rowBase) * 256, (ownStep - rowBase + 1) * 256);
  let state = fallback;
  let step = (cells[2 * state] as number) & stepMask;
  while (step < rowBase) {
    if (step !== deadEnd && row[step] === 0) row[step] = state + 1;
    state = cells[2 * state + 1] as number;
    step = (cells[2 * state] as number) & stepMask;
  }
  const complete = (step - rowBase) * 256;
  for (let byte = 0; byte < 256; byte++) {
    if (row[byte] === 0) row[byte] = rows[complete + byte] as number;
  }
}

function nextState({ cells, rows }: QuoteAutomaton, from: number, byte: number): number {
  let state = from;
  for (;;) {
    const step = (cells[2 * state] as number) & stepMask;
    if (step === byte) return state + 1;
    if (step >= rowBase) return rows[(step - rowBase) * 256 + byte] as number;
    state = cells[2 * state + 1] as number;
  }
}

/**
 * Notes every occurrence that ends among the starts of a stretch. Stretches must follow one another. A run of one byte
 * is passed over once that byte leads from a state to itself.
 */
export function scanByAutomaton(automaton: QuoteAutomaton, stretch: Stretch): void {
  const { cells } = automaton;
  const { bytes, starts } = stretch;
  let state = automaton.state;
  for (let at = 0; at < starts; at++) {
    const byte = bytes[at] as number;
    const before = state;
    state = nextState(automaton, before, byte);
    if ((cells[2 * state] as number) > stepMask) seeEndings(automaton, state, stretch, at + 1);
    else if (state === before) while (at + 1 < starts && bytes[at + 1] === byte) at++;
  }
  automaton.state = state;
}

function seeEndings(
  { patterns, cells, shorter }: QuoteAutomaton,
  state: number,
  stretch: Stretch,
  after: number,
): void {
  const label = cells[2 * state] as number;
  const longest = label >> endingShift;
  let ending = isWanted(patterns[longest - 1] as Pattern) ? longest : (shorter[longest] as number);
  cells[2 * state] = (label & stepMask) | (ending << endingShift);
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
