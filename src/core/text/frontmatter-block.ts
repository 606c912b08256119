import {
  isTail,
  type Rest,
  readExplicitKey,
  readKey,
  readOpen,
  readPlain,
  readValue,
  skipProperties,
} from "./yaml-line.ts";

/** What the lines between two fences are. */
export type Block =
  /** Comments and blank lines, if anything. */
  | "empty"
  | "prose"
  /** A block mapping at column 0, to which a key can be added. */
  | "mapping"
  /** A mapping that has the key already. */
  | "conflict"
  /** A flow mapping. */
  | "flow"
  /** A mapping to which no key can be added. */
  | "broken";

interface Entry {
  readonly name: string | null;
  readonly rest: Rest;
}

const silent = /^[ \t]*(?:#|$)/;
const comment = /^[ \t]*#/;
const indented = /^(?: |$)/;
const listItem = /^-(?=[ \t]|$)/;
const beneath = new RegExp(`${indented.source}|${comment.source}|${listItem.source}`);
const explicitKey = /^\?(?=[ \t]|$)/;
const explicitValue = /^:(?=[ \t]|$)/;
const documentMarker = /^(?:---|\.\.\.)(?=[ \t]|$)/;

/**
 * Tells by line shapes what a block is (YAML 1.2.2, chapters 7 and 8). Its first line that says anything decides between a
 * mapping and prose. Indented lines are looked into only where they go on with a value that began at column 0.
 * @param key the one that must not be there yet
 */
export function readBlock(lines: readonly string[], key: string): Block {
  const start = lines.findIndex((line) => !silent.test(line));
  const first = lines[start];
  if (first === undefined) return "empty";
  if (startsMapping(first)) return readMapping(lines.slice(start), key);
  const at = skipProperties(first, 0);
  if (first[at] === "{") return readFlowMapping(lines.slice(start), at);
  return isTail(first, at) ? readTagged(lines.slice(start + 1), key) : "prose";
}

function startsMapping(line: string): boolean {
  const text = line.replace(/^[ \t]+/, "");
  return (
    !documentMarker.test(line) && (explicitKey.test(text) || explicitValue.test(text) || readKey(text, 0) !== null)
  );
}

function readMapping(lines: readonly string[], key: string): Block {
  const names = new Set<string | null>();
  const closers: string[] = [];
  let rest: Rest = "whole";
  for (const line of lines) {
    if (rest === "open" || beneath.test(line)) {
      rest = readBeneath(rest, line, closers);
    } else {
      const entry = readEntry(line, closers);
      if (entry?.name === key) return "conflict";
      if (entry === null || names.has(entry.name)) return "broken";
      if (entry.name !== null) names.add(entry.name);
      rest = entry.rest;
    }
    if (rest === "broken") return "broken";
  }
  return rest === "open" ? "broken" : "mapping";
}

/** Reads a line that begins at column 0 and is no list item; null when it is no entry of a mapping. */
function readEntry(line: string, closers: string[]): Entry | null {
  if (documentMarker.test(line)) return null;
  if (explicitValue.test(line)) return { name: null, rest: "nested" };
  if (explicitKey.test(line)) {
    const key = readExplicitKey(line, 1);
    return key && { name: key.name, rest: readValue(line, 1, closers) };
  }
  const key = readKey(line, 0);
  return key && { name: key.name, rest: readValue(line, key.end, closers) };
}

/** Reads a line that belongs to the entry above it. */
function readBeneath(rest: Rest, line: string, closers: string[]): Rest {
  switch (rest) {
    case "open":
      return mayGoOn(line, closers) ? readOpen(line, 0, closers) : "broken";
    case "text":
      if (listItem.test(line)) return "broken";
      return indented.test(line) ? "text" : "whole";
    case "plain":
      if (listItem.test(line)) return "broken";
      return comment.test(line) ? "whole" : readPlain(line, 0);
    case "whole":
      return silent.test(line) ? "whole" : "broken";
    case "nested":
    case "broken":
      return rest;
  }
}

/** An open value goes on with indented lines; brackets also with comments, and the outermost may close at column 0. */
function mayGoOn(line: string, closers: readonly string[]): boolean {
  const inner = closers.at(-1) ?? "";
  if (indented.test(line)) return true;
  if (!"]}".includes(inner)) return false;
  return comment.test(line) || (closers.length === 1 && line.startsWith(inner));
}

/** A flow mapping that something follows is no mapping at all. */
function readFlowMapping(lines: readonly string[], from: number): Block {
  const closers: string[] = [];
  let rest = readOpen(lines[0] ?? "", from, closers);
  for (const line of lines.slice(1)) {
    if (rest === "open") rest = readOpen(line, 0, closers);
    else if (rest === "broken" || !silent.test(line)) return "prose";
  }
  return rest === "broken" ? "prose" : "flow";
}

/** Under an anchor or a tag of its own a mapping is left alone: the tag may not allow for one more key. */
function readTagged(lines: readonly string[], key: string): Block {
  const block = readBlock(lines, key);
  return block === "empty" || block === "prose" ? "prose" : "broken";
}
